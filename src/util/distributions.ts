/** The normal and beta distributions, inverted by bisection: slow and sure, with no table to mistype. */

/** The standard normal quantile, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError('a quantile needs a probability between 0 and 1');
  if (p < 0.5) return -normalQuantile(1 - p);
  return bisect(0, 9, (x) => normalAboveMean(x) < p - 0.5);
}

/** P(0 < Z < x) as the series φ(x) · (x + x³/3 + x⁵/(3·5) + …). */
function normalAboveMean(x: number): number {
  let term = x;
  let sum = x;
  for (let i = 3; term > sum * 1e-17; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

/** The x at which the regularised incomplete beta function I_x(a, b) is p. */
export function inverseBeta(p: number, a: number, b: number): number {
  const front = logGamma(a + b) - logGamma(a) - logGamma(b);
  return bisect(0, 1, (x) => regularisedBeta(x, a, b, front) < p);
}

/** The chance that Student's t lies as far from zero as `t`, to either side. */
export function studentTails(t: number, freedom: number): number {
  const [a, b] = [freedom / 2, 0.5];
  return regularisedBeta(freedom / (freedom + t * t), a, b, logGamma(a + b) - logGamma(a) - logGamma(b));
}

/** The turning point of a test that holds below it and fails above it, to the last bit. */
function bisect(low: number, high: number, below: (x: number) => boolean): number {
  let [from, to] = [low, high];
  for (;;) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) return middle;
    if (below(middle)) from = middle;
    else to = middle;
  }
}

function regularisedBeta(x: number, a: number, b: number, front: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const scale = Math.exp(front + a * Math.log(x) + b * Math.log1p(-x));
  // The continued fraction converges fast on this side of the mean only.
  return x < (a + 1) / (a + b + 2)
    ? (scale * betaFraction(x, a, b)) / a
    : 1 - (scale * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, evaluated forwards (Lentz). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return value;
}

/** What is divided by must not vanish. */
function awayFromZero(divisor: number): number {
  return Math.abs(divisor) < 1e-300 ? 1e-300 : divisor;
}

/** ln Γ(x) for x > 0: Stirling's series, entered where it is accurate. */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 16; y += 1) shift += Math.log(y);
  const s = 1 / (y * y);
  const series = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188)))) / y;
  return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - shift;
}

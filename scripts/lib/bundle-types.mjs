// dist/index.d.mts and those of tests in code: the types in one file each that needs no other, so that a program which
// checks the declarations of its packages can use them without ours or those of Node.
import { writeFileSync } from 'node:fs';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

export async function bundleTypes(source, file) {
  const bundle = await rollup({
    input: source,
    external: /^(?:node:|vitest$)/,
    plugins: [
      dts({
        tsconfig: 'tsconfig.json',
        compilerOptions: { noEmit: false, declaration: true, emitDeclarationOnly: true },
      }),
    ],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  if (output.length !== 1) throw new Error('the types of the library do not fit into one file');
  const code = output[0].code.replaceAll('NodeJS.ProcessEnv', 'Record<string, string | undefined>');
  const foreign = /^import (?!'vitest').*|^export .* from .*|\bNodeJS\.\w+/m.exec(code);
  if (foreign) throw new Error(`the types of the library need something from outside: ${foreign[0]}`);
  writeFileSync(file, code);
}

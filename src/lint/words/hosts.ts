/** Data: hosts that hide where a link leads, and hosts that collect what is sent to them. */

export const SHORTENERS = new Set(
  'bit.ly tinyurl.com goo.gl is.gd v.gd ow.ly cutt.ly rb.gy shorturl.at buff.ly tiny.cc rebrand.ly s.id t.ly bl.ink shorte.st adf.ly soo.gd clck.ru qr.ae u.to x.gd surl.li dub.sh lnk.to'.split(
    ' ',
  ),
);
export const COLLECTORS = new Set(
  'webhook.site requestbin.com requestbin.net pipedream.net ngrok.io ngrok.app ngrok-free.app burpcollaborator.net oast.fun oast.me oast.pro oast.site oast.online oast.live interact.sh canarytokens.com dnslog.cn beeceptor.com hookbin.com trycloudflare.com loca.lt serveo.net requestcatcher.com'.split(
    ' ',
  ),
);

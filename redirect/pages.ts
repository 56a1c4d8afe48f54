import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AgentFacts } from '#domain/visits/index.ts'

/** Escapes text for a page or an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

const style = `
:root{color-scheme:light dark;--ink:#1b2733;--soft:#55636f;--ground:#f6f8fa;--paper:#fff;--line:#dfe4e8;--edge:#8a96a1;--act:#0b5fb0;--on-act:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#a3b0bb;--ground:#10161d;--paper:#18212b;--line:#2b3743;--edge:#6b7a87;--act:#7ab8f5;--on-act:#0c1a27;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px 16px;background:var(--ground);color:var(--ink);font:16px/1.7 "PingFang SC","HarmonyOS Sans SC",MiSans,"Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{width:min(420px,calc(100vw - 32px));padding:32px 24px;border:1px solid var(--line);border-radius:8px;background:var(--paper);overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px;line-height:1.4}
p{margin:0;color:var(--soft)}
ol{margin:16px 0 0;padding-left:1.4em}
li::marker{color:var(--soft)}
form{margin-top:16px;display:grid;gap:12px}
label{font-weight:600}
input,textarea,select{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:6px}
button{min-height:44px;font:inherit;font-weight:600;color:var(--on-act);background:var(--act);border:0;border-radius:6px;cursor:pointer}
:focus-visible{outline:2px solid var(--act);outline-offset:2px}
.bad{color:var(--bad)}
.address{margin-top:16px;padding:10px 12px;color:var(--ink);background:var(--ground);border:1px dashed var(--edge);border-radius:6px;-webkit-user-select:all;user-select:all}
.copy{width:100%;margin-top:12px}
.copy[hidden]{display:none}
.hint{margin-top:6px;font-size:14px}
.corner{position:fixed;top:8px;right:16px;font-size:32px;line-height:1;color:var(--act)}
footer{font-size:14px;text-align:center;color:var(--soft)}
footer a{display:inline-block;padding:10px 12px;color:var(--soft)}`

/**
 * A page that a visitor may get instead of the target: small, readable in WeChat and without script on a small phone.
 * `body` is HTML.
 */
export const pageOf = (title: string, body: string) =>
  Buffer.from(`<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${style}</style>
<main><h1>${title}</h1>${body}</main>
`)

const plainPage = (title: string, text: string) => pageOf(title, `<p>${text}</p>`)

/** Pages that are the same for everybody. */
const pages = {
  home: plainPage('短链接服务', '这里是短链接的域名，打开完整的短链接即可访问。'),
  missing: plainPage('链接已失效', '这个链接不存在或已停用。如果是别人发给您的，请向对方核对。'),
  unsafe: plainPage('链接已被封禁', '这个链接可能含有违规或不安全的内容，已停止访问。如果它要您付款、转账或提供验证码，请不要照做。'),
  ended: plainPage('链接已失效', '这个链接已过有效期，或访问次数已用完。'),
  away: plainPage('暂时打不开', '服务暂时不可用，请稍后再试一次。'),
  many: plainPage('打开得太频繁', '请过几分钟再试。'),
  tries: plainPage('密码错误次数过多', '请10分钟后再试。'),
  method: plainPage('不支持的请求', '请在浏览器中直接打开链接。'),
  large: plainPage('提交的内容过长', '请返回上一页检查后重新提交。'),
} as const
export type PageName = keyof typeof pages

const pageStatus: Record<PageName, number> = {
  home: 200,
  missing: 404,
  unsafe: 403,
  ended: 410,
  away: 503,
  many: 429,
  tries: 429,
  method: 405,
  large: 413,
}

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Before a link's start, in China time: `2026-11-21 08:00`. */
export const earlyPage = (startsAt: string) => plainPage('链接还没有生效', `将在 ${startsAt} 开放，请届时再打开。`)

/** Outside of a link's daily hours. */
export const closedPage = (from: number, until: number) =>
  plainPage('现在不在开放时间', `这个链接每天 ${clock(from)} 至${until < from ? '次日' : ''} ${clock(until)} 开放，请届时再打开。`)

const problems = { wrong: '密码不正确，请重新输入。', busy: '正在验证的人太多，请稍后再试一次。' } as const
export type PasswordProblem = keyof typeof problems

/** Asks for the password of a link; the form posts to its own address. */
export const passwordPage = (problem: PasswordProblem | null) =>
  pageOf(
    '请输入访问密码',
    `<p>这个链接设有密码，请向发给您的人询问。</p>
<form method="post">
<label for="password">密码</label>
<input id="password" name="password" type="password" required maxlength="64" autocomplete="off" autofocus${problem ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
${problem ? `<p class="bad" id="problem" role="alert">${problems[problem]}</p>\n` : ''}<button>打开链接</button>
</form>`,
  )

/** Names of the app's menu entry and of the browser that it opens. */
const waysOut: Record<AgentFacts['device'], { entry: string; browser: string }> = {
  ios: { entry: '在 Safari 中打开', browser: 'Safari' },
  android: { entry: '在浏览器打开', browser: '手机浏览器' },
  harmony: { entry: '在浏览器打开', browser: '华为浏览器' },
  desktop: { entry: '使用默认浏览器打开', browser: '电脑的浏览器' },
}

/**
 * Copies the address, also in old browsers and on plain HTTP. The only script of these pages, permitted by its hash in
 * the CSP.
 */
const copyScript = `const place=document.querySelector('.address'),button=document.querySelector('.copy')
button.hidden=false
button.onclick=async()=>{let done=true
try{await navigator.clipboard.writeText(place.textContent)}catch{const range=document.createRange(),chosen=getSelection()
range.selectNodeContents(place);chosen.removeAllRanges();chosen.addRange(range);done=document.execCommand('copy')}
button.textContent=done?'已复制':'请长按上面的地址复制'}`

/** Asks visitors in an app's built-in browser to open the link in the phone's browser. */
export const leavePage = ({ inApp: app, device }: Pick<AgentFacts, 'inApp' | 'device'>, address: string) =>
  pageOf(
    '请在浏览器打开',
    `<div class="corner" aria-hidden="true">↗</div>
<p>${app === null ? '当前应用' : `${app}内`}无法直接打开这个链接，请按以下步骤操作：</p>
<ol>
<li>点右上角的三个点（···）</li>
<li>选择「${waysOut[device].entry}」</li>
</ol>
<p class="address">${escapeHtml(address)}</p>
<button class="copy" type="button" hidden>复制链接</button>
<p class="hint">没有这个选项时，请复制上面的地址（也可以长按），再粘贴到${waysOut[device].browser}打开。</p>
<script>${copyScript}</script>`,
  )

// A form is redirected to the link's target, which browsers also check against form-action.
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src 'sha256-${hash('sha256', copyScript, 'base64')}'; style-src 'unsafe-inline'; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The code that the page can report, and its domain if that is not the platform's. */
export interface Foot {
  code: string
  merchant: string | null
}

/** Answers with a page that has a link to report its code; HEAD gets the headers alone. */
export function sendHtml(response: ServerResponse, status: number, html: Buffer, foot?: Foot): void {
  const whole = foot === undefined ? html : Buffer.concat([html, Buffer.from(footOf(foot))])
  response.writeHead(status, { ...pageHeaders, 'content-length': whole.length })
  response.end(whole)
}

const footOf = ({ code, merchant }: Foot) =>
  `<footer>${merchant === null ? '' : `<p>${escapeHtml(merchant)}的短链接</p>`}<a href="/report?code=${encodeURIComponent(code)}" rel="nofollow">举报这个链接</a></footer>\n`

export const sendPage = (response: ServerResponse, name: PageName, foot?: Foot): void =>
  sendHtml(response, pageStatus[name], pages[name], foot)

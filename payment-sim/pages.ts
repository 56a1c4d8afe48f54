import type { SimTrade } from './book.ts'

const textOf = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const paymentMethodNames = { alipay: '支付宝', wechat: '微信支付' }
const stateNames = { waiting: '待支付', paid: '已支付', closed: '已关闭' }

const page = (title: string, body: string) => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${textOf(title)}</title>
<style>
:root{color-scheme:light dark;--ink:#1b2733;--soft:#5a6874;--ground:#f6f8fa;--paper:#fff;--line:#dfe4e8;--act:#1667c7}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa7b3;--ground:#10161d;--paper:#18212b;--line:#2b3743;--act:#2f7fdb}}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(560px,calc(100% - 32px));margin:32px auto;padding:24px;border:1px solid var(--line);border-radius:8px;background:var(--paper)}
h1{margin:0 0 4px;font-size:20px}p{margin:0 0 16px;color:var(--soft)}
strong.sum{display:block;font-size:32px;line-height:1.4;font-variant-numeric:tabular-nums}
button{min-height:40px;padding:0 20px;border:1px solid var(--line);border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer}
button.act{border-color:var(--act);background:var(--act);color:#fff}
form{display:inline-block;margin:0 8px 0 0}
li{padding:12px 0;border-top:1px solid var(--line);list-style:none}ul{margin:0;padding:0}
small{display:block;color:var(--soft);overflow-wrap:anywhere}
</style>
<main>${body}</main>
`

const button = (trade: SimTrade, act: 'pay' | 'leave', text: string) => `<form method="post" action="/cashier">
<input type="hidden" name="paymentMethod" value="${trade.paymentMethod}"><input type="hidden" name="tradeNumber" value="${textOf(trade.tradeNumber)}">
<input type="hidden" name="act" value="${act}"><button${act === 'pay' ? ' class="act"' : ''}>${text}</button></form>`

/** The cashier page: what is to be paid, and the payer's two actions. */
export const cashierPage = (trade: SimTrade) =>
  page(
    '支付模拟器收银台',
    `<h1>${paymentMethodNames[trade.paymentMethod]}（模拟）</h1><p>这是支付模拟器，不会扣真实的钱。</p>
<strong class="sum">${yuan(trade.amountFen)}</strong><small>${textOf(trade.subject)}</small><small>订单号 ${textOf(trade.tradeNumber)}</small><br>
${trade.state === 'waiting' ? button(trade, 'pay', '确认付款') + button(trade, 'leave', '放弃付款') : `<p>${stateNames[trade.state]}</p>`}`,
  )

export const messagePage = (title: string, text: string) => page(title, `<h1>${textOf(title)}</h1><p>${textOf(text)}</p>`)

/** The latest trades of the simulator; codes are "scanned" here. */
export const listPage = (trades: readonly SimTrade[]) =>
  page(
    '支付模拟器',
    `<h1>支付模拟器</h1><p>代替支付宝和微信支付：签名、通知、查询、退款都与真实网关一样，但不会扣真实的钱。微信二维码请在这里“扫码”。</p>
${trades.length === 0 ? '<p>还没有订单。在控制台充值后会出现在这里。</p>' : ''}<ul>${trades
      .map(
        trade => `<li>${paymentMethodNames[trade.paymentMethod]} · ${yuan(trade.amountFen)} · ${stateNames[trade.state]}
<small>${textOf(trade.subject)} · ${textOf(trade.tradeNumber)}</small>${trade.state === 'waiting' ? button(trade, 'pay', trade.paymentMethod === 'wechat' ? '模拟扫码付款' : '模拟付款') : ''}</li>`,
      )
      .join('')}</ul>`,
  )

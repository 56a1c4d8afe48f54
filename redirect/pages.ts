/** The few pages that a visitor may get instead of a target: small, static, without script, readable in WeChat on a small phone. */
const page = (title: string, text: string) =>
  Buffer.from(`<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root{color-scheme:light dark;--ink:#1b2733;--soft:#5a6874;--ground:#f6f8fa;--paper:#fff;--line:#dfe4e8}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#9aa7b3;--ground:#10161d;--paper:#18212b;--line:#2b3743}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:16px/1.7 "PingFang SC","HarmonyOS Sans SC",MiSans,"Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(420px,calc(100% - 32px));padding:32px 24px;border:1px solid var(--line);border-radius:8px;background:var(--paper)}
h1{margin:0 0 8px;font-size:20px}
p{margin:0;color:var(--soft)}
</style>
<main><h1>${title}</h1><p>${text}</p></main>
`)

export const pages = {
  missing: page('链接已失效', '这个链接不存在或已停用。如果是别人发给您的，请向对方核对。'),
  early: page('链接还没有生效', '请在对方告诉您的时间再打开。'),
  ended: page('链接已失效', '这个链接已过有效期。'),
  away: page('暂时打不开', '服务暂时不可用，请稍后再试一次。'),
  many: page('打开得太频繁', '请过几分钟再试。'),
} as const
export type PageName = keyof typeof pages

export const pageStatus: Record<PageName, number> = { missing: 404, early: 404, ended: 410, away: 503, many: 429 }

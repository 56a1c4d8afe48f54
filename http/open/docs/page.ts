import { openBase } from '#contract/open/call.ts'
import { openSections } from '#contract/open/calls.ts'
import { errors, guides } from './guide.ts'
import { type Html, html } from './html.ts'
import { referenceSections } from './reference.ts'

const logo: Html = {
  html: '<svg class="logo" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" aria-hidden="true"><path d="M2.5 5.5c4.2.3 7.4 2.6 9.5 7.5"/><path d="M12 13c1.6-4.6 4.9-7.6 9.5-8.5"/><path d="M4.5 19.5c4 .6 6.3-1.7 7.5-6.5"/></svg>',
}

const navigation = (): Html => html`
<nav id="nav" aria-label="目录">
<p class="navtitle">指南</p><ul>${[...guides, errors].map(({ key, name }) => html`<li><a href="#${key}" data-words="${name.toLowerCase()}">${name}</a></li>`)}</ul>
${openSections.map(
  ({ name, calls }) =>
    html`<p class="navtitle">${name}</p><ul>${calls.map(
      call =>
        html`<li><a href="#${call.name}" data-words="${`${call.summary} ${call.name} ${call.path}`.toLowerCase()}"><span class="method ${call.method}">${call.method}</span>${call.summary}</a></li>`,
    )}</ul>`,
)}
<p id="nothing" hidden>没有找到。试试接口的中文名、路径或错误码。</p>
</nav>`

/** The whole page of docs for an address of the server. It loads only its own style and script. */
export const docsPage = (address: string): string =>
  html`<!doctype html>
<html lang="zh-CN" data-language="curl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>接口文档 - 鸿雁</title>
<meta name="description" content="鸿雁开放接口：发送短信、状态报告、签名模板、通讯录、黑名单、短链接">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="docs/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs/page.css">
<script src="docs/page.js"></script>
</head>
<body>
<a class="skip" href="#main">跳到正文</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="nav">目录</button>
<a class="brand" href="#start" aria-label="鸿雁 开放接口">${logo}<span>鸿雁 <b>开放接口</b></span></a>
<input type="search" id="search" placeholder="搜索接口、错误码（按 / ）" aria-label="搜索接口、错误码" autocomplete="off">
<button type="button" id="theme" aria-label="切换深色和浅色">◐</button>
</header>
<div class="frame">
${navigation()}
<main id="main" tabindex="-1">
<h1>接口文档</h1>
${guides.map(({ key, name, body }) => html`<section id="${key}" data-words="${name.toLowerCase()}"><h2>${name}</h2>${body(address)}</section>`)}
<section id="${errors.key}" data-words="${errors.name}"><h2>${errors.name}</h2>${errors.body(address)}</section>
${referenceSections(address)}
<footer><p>机器可读：<a href="openapi.json">OpenAPI 3.1</a>。接口版本：${openBase}。</p></footer>
</main>
</div>
<div id="status" role="status" aria-live="polite"></div>
</body>
</html>`.html

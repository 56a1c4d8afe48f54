import { vendorErrorList } from '#contract/open/vendor-error.ts'
import { movingNotes, type Vendor, vendorActions, vendorVersions } from '#contract/open/vendor-guide.ts'
import { type Html, html, table } from './html.ts'

const codes = (list: readonly string[]) => list.map((one, index) => html`${index > 0 ? '、' : ''}<code>${one}</code>`)
const notes = (vendor: Vendor) => html`<ul>${movingNotes[vendor].map(note => html`<li>${note}</li>`)}</ul>`

/** The chapter for programs of other vendors' SDKs: actions, differences, and the codes of every refusal. */
export const vendors = (): Html => html`
<p>请求发到接口地址的根路径，由签名分辨是哪一家的SDK；不方便用根路径的也可以用<code>/aliyun</code>、<code>/tencent</code>。要改的几行见<a href="#migration">迁移</a>，控制台的应用配置里已填好您的地址和密钥ID。</p>
<h3>阿里云（${vendorVersions.alibaba.join('、')}）</h3>
<p>签名ACS3-HMAC-SHA256和HMAC-SHA1，时间相差不超过15分钟，随机数只能用一次。接口：${codes(vendorActions.alibaba)}。</p>
${notes('alibaba')}
<h3>腾讯云（${vendorVersions.tencent.join('、')}）</h3>
<p>签名TC3-HMAC-SHA256、HmacSHA256和HmacSHA1，POST和GET都可以，时间相差不超过5分钟。接口：${codes(vendorActions.tencent)}。</p>
${notes('tencent')}
<h3>错误码</h3>
<p>阿里云的错误码后是HTTP状态；腾讯云的状态总是200。频率限制（腾讯云还有相同内容）的说明用各家自己的原文，程序可以照旧解析；其他说明是我们的。</p>
<div class="vendor-codes">${table(
  ['阿里云', '腾讯云', '含义'],
  vendorErrorList().map(({ message, tencentMessage, alibaba, tencent }) => [
    html`<code>${alibaba.code}</code>${alibaba.status === 200 ? null : ` ${alibaba.status}`}`,
    // Allows a line break after each dot.
    html`<code>${tencent.split('.').map((part, index) => html`${index > 0 ? '.' : ''}${index > 0 ? html`<wbr>` : null}${part}`)}</code>`,
    tencentMessage === message ? message : html`${message}<br>${tencentMessage}`,
  ]),
)}</div>`

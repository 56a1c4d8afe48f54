import { scopeNames } from '#contract/apps/app-labels.ts'
import { messageKinds } from '#contract/content/template.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import { sandboxNumbers, sandboxRefusals, sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import { eventKinds, type WebhookFormat, webhookFormatNames, webhookFormats } from '#contract/push/push.ts'
import { retryDelays } from '#domain/push/index.ts'
import { limits } from '#values/limits.ts'
import { firstCall, signedExample, signedResult, vendorBody, webhookExample, webhookResult } from './example.ts'
import { code, type Html, html, table, tabs } from './html.ts'
import { errorTable } from './reference.ts'
import { checkingCode, sampleCode, signingCode } from './sample-code.ts'
import { vendors } from './vendor.ts'

interface Guide {
  key: string
  name: string
  body: (address: string) => Html
}

const start = (address: string): Html => html`
<p>接口地址：<code class="address">${address}</code></p>
<ol>
<li>在控制台的<b>应用管理</b>创建应用，得到密钥ID和密钥。密钥只显示一次，请立即保存。想先试试，就创建一个<b>测试应用</b>：不发短信、不收费，不用认证，也不用等签名和模板审核（见<a href="#sandbox">沙箱</a>）。</li>
<li>发出第一条短信。下面的例子填好测试应用的密钥就能运行：</li>
</ol>
${tabs(sampleCode(firstCall, address))}
<p>正式发送时换成生产应用的密钥、您通过审核的签名和模板，以及收信人的手机号；模板编号在控制台的模板页面里，控制台的<b>应用管理</b>里有替您填好的示例代码。</p>
<p>应答的状态码是200就表示短信已经受理并写入数据库；<code>messages</code>里逐个号码给出短信编号或拒绝的原因。送达与否以<a href="#webhooks">回调</a>、<a href="#pullEvents">拉取</a>或<a href="#getMessage">查询</a>到的状态报告为准。</p>
<p>全部接口的OpenAPI 3.1文档：<a href="openapi.json"><code>${address}/openapi/v1/openapi.json</code></a>，可导入Postman、Apifox，或生成各语言的客户端。</p>
<h3>约定</h3>
<ul>
<li>请求和应答都是UTF-8的JSON；时间用ISO 8601并带时区，如<code>2026-11-21T12:00:00+08:00</code>，应答统一为UTC。</li>
<li>时间范围都写作<code>from</code>、<code>to</code>：列表里是时间，不早于from、早于to；统计和访问记录里是北京时间的日期，两天都包含。</li>
<li>金额的单位是毫，1元 = 10000毫。</li>
<li>编号带有前缀，如<code>msg_…</code>、<code>lnk_…</code>，请当作不透明的文字保存。</li>
<li>列表用<code>cursor</code>翻页，每页<code>pageSize</code>条：把上一页的<code>nextCursor</code>传回来，直到它为null。拉取是从队列里取走，每次最多<code>pageSize</code>个，它的cursor用来确认。</li>
<li>没有的参数会被拒绝而不是忽略，拼写错误立即就能发现；应答以后可能增加字段，请忽略不认识的。</li>
</ul>`

const authentication = (): Html => {
  const { stringToSign, signature, authorization } = signedResult()
  const { accessKeyId, secret, timestamp, nonce, method, path, body } = signedExample
  return html`
<p>有两种方式，任选其一；都要通过HTTPS使用。</p>
<h3 id="bearer">直接使用密钥</h3>
${code('Authorization: Bearer <密钥ID>:<密钥>')}
<p>最简单，适合HTTPS下的服务器到服务器调用。</p>
<h3 id="signing">签名</h3>
<p>密钥不在网络上传送，请求被改动或重放都会被拒绝。请求带三个头：</p>
${code('Authorization: HONGYAN-HMAC-SHA256 Credential=<密钥ID>, Signature=<签名>\nX-Hongyan-Timestamp: <秒数，与服务器相差不超过5分钟>\nX-Hongyan-Nonce: <8-64个可见字符，每个请求不同>')}
<p>签名 = 十六进制小写的HMAC-SHA256（密钥，待签名字符串）。待签名字符串有7行，以换行符<code>\\n</code>连接，末尾没有换行：</p>
<ol>
<li><code>HONGYAN-HMAC-SHA256</code></li>
<li>X-Hongyan-Timestamp的值</li>
<li>X-Hongyan-Nonce的值</li>
<li>请求方法，大写</li>
<li>路径，与请求中的完全相同，不含问号之后的部分</li>
<li>查询参数：解码后按名称排序，再按RFC 3986编码（除字母、数字和<code>-_.~</code>以外都编码），写作<code>名=值</code>，以<code>&amp;</code>连接；没有参数则为空行</li>
<li>请求体的SHA-256，十六进制小写；没有请求体时是空内容的SHA-256</li>
</ol>
<h4>算一遍</h4>
${table(
  ['输入', '值'],
  [
    ['密钥ID', html`<code>${accessKeyId}</code>`],
    ['密钥', html`<code>${secret}</code>`],
    ['时间', html`<code>${timestamp}</code>`],
    ['随机数', html`<code>${nonce}</code>`],
    ['请求', html`<code>${method} ${path}</code>`],
    ['请求体', html`<code>${body}</code>`],
  ],
)}
<p>待签名字符串：</p>
${code(stringToSign)}
<p>签名：</p>
${code(signature)}
<p>请求头：</p>
${code(`Authorization: ${authorization}`)}
${tabs(signingCode)}
<p>签名不对时，应答的<code>error.stringToSign</code>是服务器的待签名字符串：与您的逐行比较，第一处不同就是原因。控制台的应用管理里也有签名校验工具。</p>
<h3>密钥的权限</h3>
${table(
  ['权限', '可以'],
  Object.entries(scopeNames).map(([scope, name]) => [html`<code>${scope}</code>`, name]),
)}
<p>每个应用可以有两个同时有效的密钥，更换时不必停机：先建新的、换上，再停用旧的。还可以在应用配置里限制来源IP、只许HTTPS。</p>`
}

const idempotency = (): Html => html`
<p>网络超时的时候，您不知道请求有没有成功。给每个改动数据的请求带上<code>Idempotency-Key</code>，就可以放心重试：</p>
<ul>
<li>同一个键、同样的内容，${String(limits.idempotencyHours)}小时内只执行一次；重试得到第一次的应答，并带<code>Idempotent-Replayed: true</code>。</li>
<li>同时发出的几个相同请求，也只执行一次，其余的等它完成。</li>
<li>同一个键用于不同的内容，返回422 <a href="#error-idempotency_mismatch"><code>idempotency_mismatch</code></a>。</li>
<li>被拒绝的请求不占用键，改正后可以用同一个键再发。</li>
</ul>
<p>键是8-100个可见的ASCII字符，推荐UUID，或您自己的业务编号，如<code>order-20261121-7781</code>。</p>`

const rates = (): Html => html`
<p>每个应用每秒的请求数有上限，默认${String(limits.appRequestsPerSecond)}次，可在应用配置中调低。每个应答都带着：</p>
${table(
  ['响应头', '含义'],
  [
    [html`<code>RateLimit-Limit</code>`, '每秒请求数上限'],
    [html`<code>RateLimit-Remaining</code>`, '现在还可以请求的次数'],
    [html`<code>RateLimit-Reset</code>`, '多少秒后恢复到上限'],
    [html`<code>Retry-After</code>`, '只在429和503时：多少秒后重试'],
  ],
)}
<p>一次请求最多带1000个号码，比逐个号码请求快得多。地址和请求头合计不超过64KB，请求体不超过1MB（申请签名和批量建短链更大）。</p>
<h3>什么时候重试</h3>
<ul>
<li>429、503：等待<code>Retry-After</code>秒，用同一个<code>Idempotency-Key</code>重试。</li>
<li>连接中断、超时、500：用同一个<code>Idempotency-Key</code>重试，每次间隔加倍。</li>
<li>其他4xx：不要重试，先按错误码处理。</li>
</ul>`

const stateAbout: Record<string, string> = {
  queued: '已受理，等待发送；定时的也在这里',
  held: '推广短信在夜间暂缓，次日早上自动发送',
  sending: '正在提交运营商',
  submitted: '运营商已接收，等待状态报告',
  delivered: '手机已收到',
  undelivered: '空号、停机、关机等，费用退回',
  expired: '有效期内没有送达，费用退回',
  rejected: '被运营商拒绝，费用退回',
  unknown: '72小时没有状态报告，费用退回',
  refused: '被平台拦截，没有发送，费用退回',
  canceled: '定时短信已取消，费用退回',
}
const states = (): Html => html`
${table(
  ['状态', '名称', '说明', '最终'],
  Object.entries(messageStates).map(([state, { name, isFinal }]) => [
    html`<code>${state}</code>`,
    name,
    stateAbout[state] ?? '',
    isFinal ? '是' : '',
  ]),
)}
<p>条数按含签名的全文计算：不超过${String(limits.singleSegmentUnits)}字为1条；超过时每${String(limits.joinedSegmentUnits)}字一条。受理时冻结费用，送达后收取，其他结果全部退回。</p>`

const sandbox = (): Html => html`
<p>在控制台创建<b>测试应用</b>，用它的密钥调用同样的接口：签名、模板、变量和号码的检查与生产相同，但不发送、不收费、不计入统计，也不查认证、黑名单、频率和余额；状态报告和回复照样推送到测试应用的回调，或等待拉取。</p>
<p>没有通过审核的签名和模板也可以马上开始：每个测试应用都能用签名<b>${sandboxSignature.text}</b>和下面的模板。它们只在测试应用里有效。</p>
${table(
  ['模板编号', '类型', '内容'],
  sandboxTemplates.map(({ code, kind, text }) => [html`<code>${code}</code>`, messageKinds[kind], html`<code>${text}</code>`]),
)}
<p>下面的号码有特别的结果，其他号码都与第一个相同：</p>
${table(
  ['手机号', '结果', '状态', '代码'],
  Object.entries(sandboxNumbers).map(([phone, { name, end }]) => [
    html`<code>${phone}</code>`,
    name,
    html`<code>${end?.state ?? 'submitted'}</code>`,
    end ? html`<code>${end.code}</code>` : '—',
  ]),
)}
<p>这些号码在请求时就被拒绝：</p>
${table(
  ['手机号', '错误码', '拒绝'],
  Object.entries(sandboxRefusals).map(([phone, refusal]) => [
    html`<code>${phone}</code>`,
    html`<a href="#error-${refusal}"><code>${refusal}</code></a>`,
    refusal === 'balance_insufficient' ? '整个请求' : '只有这个号码',
  ]),
)}
<p>测试应用可以查询账户的签名、模板、通讯录等，但不能改动它们。测试短信保留${String(limits.sandboxDays)}天。</p>`

const duration = (seconds: number) => (seconds < 3_600 ? `${seconds / 60}分钟` : `${seconds / 3_600}小时`)
const formatSamples = (format: WebhookFormat): Html =>
  html`<h4>${webhookFormats[format].name}格式 <small>${webhookFormats[format].about}</small></h4>${tabs(
    (['report', 'inbound'] as const).map(kind => [eventKinds[kind], pretty(vendorBody(format, kind))]),
  )}`
/** Formats JSON; leaves other text. */
const pretty = (body: string): string => (/^[[{]/.test(body) ? JSON.stringify(JSON.parse(body), null, 2) : body)

const webhooks = (): Html => {
  const report = webhookResult('report')
  return html`
<p>状态报告、回复、审核结果等事件发生时，我们向您的地址发出POST请求。地址在控制台的应用配置里设置，或用<a href="#createWebhook">接口</a>设置。</p>
<ul>
<li>返回2xx即为收到，请先收下再慢慢处理：5秒内须建立连接，10秒内须应答。不跟随跳转。</li>
<li>每次最多${String(limits.webhookEvents)}个事件。每个事件<b>至少</b>推送一次，可能重复，请按<code>id</code>去重；次序不保证。</li>
<li>失败后隔${retryDelays.map(duration).join('、')}重试，总共${String(limits.webhookHours)}小时；仍未送达的留在控制台，可以重新推送。连续失败${String(limits.webhookFailingHours)}小时的地址会被停用，并通知您。</li>
<li>没有设置回调的状态报告和回复保留72小时，可以<a href="#pullEvents">拉取</a>。</li>
</ul>
<h3>验证来源</h3>
<p>请求头<code>X-Hongyan-Signature: t=秒数,v1=签名</code>，签名 = 十六进制的HMAC-SHA256（回调密钥，<code>t的值 + "." + 请求体的原始字节</code>）。更换密钥后的24小时里有两个v1，任何一个正确即可。</p>
${tabs(checkingCode)}
<p>例如密钥<code>${webhookExample.secret}</code>、下面的请求体（压缩为一行、没有换行），请求头是：</p>
${code(`X-Hongyan-Signature: ${report.signature}`)}
<h3>事件</h3>
${(['report', 'inbound', 'template_review', 'signature_review', 'alert', 'visit'] as const).map(
  kind =>
    html`<details${{ html: kind === 'report' ? ' open' : '' }}><summary>${eventKinds[kind]} <code>${kind}</code></summary>${code(pretty(webhookResult(kind).body))}</details>`,
)}
<h3>其他平台的格式</h3>
<p>从别的平台迁移时，可以让回调保持原来的格式，接收程序不用改。腾讯云格式的程序返回的JSON里<code>result</code>不为0，视为没有收下，会重试；阿里云格式与阿里云一样，只看HTTP状态。</p>
${webhookFormatNames.filter(format => format !== 'hongyan').map(formatSamples)}`
}

const migration = (address: string): Html => {
  const { host, protocol } = new URL(address)
  const isPlain = protocol === 'http:'
  return html`
<p>已经在用阿里云或腾讯云短信SDK的程序，换掉地址和密钥就能改由鸿雁发送，代码不用改：签名的验证、应答和错误码都与原来相同。</p>
<h3>阿里云</h3>
<p>密钥ID、密钥对应AccessKeyId、AccessKeySecret；签名名称、模板编号（<code>SMS_…</code>）换成鸿雁的。</p>
${tabs([
  [
    'Node',
    `import Dysmsapi, * as models from '@alicloud/dysmsapi20170525'
import { Config } from '@alicloud/openapi-client'

const client = new Dysmsapi.default(new Config({
  accessKeyId: '<密钥ID>',
  accessKeySecret: '<密钥>',
  endpoint: '${host}', // 不带http://${isPlain ? "\n  protocol: 'http'," : ''}
}))
const { body } = await client.sendSms(new models.SendSmsRequest({
  phoneNumbers: '13800138000',
  signName: '云栈集市',
  templateCode: 'SMS_200101',
  templateParam: JSON.stringify({ code: '482913' }),
}))
console.log(body.code, body.bizId)`,
  ],
  [
    'Python',
    `from alibabacloud_dysmsapi20170525.client import Client
from alibabacloud_dysmsapi20170525.models import SendSmsRequest
from alibabacloud_tea_openapi.models import Config

client = Client(Config(
    access_key_id="<密钥ID>",
    access_key_secret="<密钥>",
    endpoint="${host}",  # 不带http://${isPlain ? '\n    protocol="http",' : ''}
))
answer = client.send_sms(SendSmsRequest(
    phone_numbers="13800138000", sign_name="云栈集市", template_code="SMS_200101", template_param='{"code":"482913"}',
))
print(answer.body.code, answer.body.biz_id)`,
  ],
])}
<h3>腾讯云</h3>
<p>密钥ID、密钥对应SecretId、SecretKey；<code>SmsSdkAppId</code>填<a href="#getApp">查询当前应用</a>得到的sdkAppId；<code>TemplateId</code>填模板编号的数字部分，变量按在模板中出现的次序传入。用<code>v20190711</code>的程序同样只换这几处，其余参数名不变。</p>
${tabs([
  [
    'Node',
    `import tencentcloud from 'tencentcloud-sdk-nodejs-sms'

const client = new tencentcloud.sms.v20210111.Client({
  credential: { secretId: '<密钥ID>', secretKey: '<密钥>' },
  region: 'ap-guangzhou',
  profile: { httpProfile: { endpoint: '${host}', protocol: '${isPlain ? 'http://' : 'https://'}' } },
})
const answer = await client.SendSms({
  SmsSdkAppId: '1400200001',
  SignName: '云栈集市',
  TemplateId: '200101',
  TemplateParamSet: ['482913'],
  PhoneNumberSet: ['+8613800138000'],
})
console.log(answer.SendStatusSet[0].Code)`,
  ],
  [
    'Python',
    `from tencentcloud.common.credential import Credential
from tencentcloud.common.profile.client_profile import ClientProfile
from tencentcloud.common.profile.http_profile import HttpProfile
from tencentcloud.sms.v20210111 import models, sms_client

http = HttpProfile(protocol="${isPlain ? 'http' : 'https'}", endpoint="${host}")
client = sms_client.SmsClient(Credential("<密钥ID>", "<密钥>"), "ap-guangzhou", ClientProfile(httpProfile=http))
request = models.SendSmsRequest()
request.SmsSdkAppId = "1400200001"
request.SignName = "云栈集市"
request.TemplateId = "200101"
request.TemplateParamSet = ["482913"]
request.PhoneNumberSet = ["+8613800138000"]
print(client.SendSms(request).SendStatusSet[0].Code)`,
  ],
])}
<h3>模板和回调</h3>
<ul>
<li>模板里的变量写作<code>\${name}</code>；申请模板时也接受腾讯云的<code>{1}</code>、SUBMAIL的<code>@var(name)</code>，自动转换。</li>
<li>在应用配置里把回调的格式选成阿里云、腾讯云或SUBMAIL，接收程序不用改。</li>
<li>阿里云、腾讯云的发送接口不保证重试只发一次；通过鸿雁时可以加请求头<code>X-Idempotency-Key</code>。</li>
</ul>`
}

/** The chapters before and beside the reference of calls. */
export const guides: readonly Guide[] = [
  { key: 'start', name: '快速开始', body: start },
  { key: 'authentication', name: '认证与签名', body: authentication },
  { key: 'idempotency', name: '安全重试', body: idempotency },
  { key: 'rates', name: '限速与大小', body: rates },
  { key: 'states', name: '短信状态与计费', body: states },
  { key: 'sandbox', name: '沙箱', body: sandbox },
  { key: 'webhooks', name: '回调', body: webhooks },
  { key: 'migration', name: '从阿里云、腾讯云迁移', body: migration },
  { key: 'vendors', name: '使用现有SDK', body: vendors },
]

export const errors: Guide = {
  key: 'errors',
  name: '错误码',
  body: () => html`
<p>除200以外的应答都是这样的JSON，包括网络层面的错误：</p>
${code(JSON.stringify({ error: { code: 'input_invalid', message: '提交的内容有误，请按提示修改', fields: { 'recipients.0.phone': '请填写手机号' }, requestId: '5f0c1c1e-3c1d-4b0a-9a59-0d7c9f3f6b21' } }, null, 2))}
<p>程序请按<code>code</code>判断，<code>message</code>给人看、可能调整；<code>requestId</code>在控制台的请求日志里可以查到。下面是全部的错误码。</p>
${errorTable()}`,
}

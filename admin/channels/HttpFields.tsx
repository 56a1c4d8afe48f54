import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import {
  bodyTypeNames,
  type HttpDialect,
  httpDialectNames,
  httpSettings,
  type Placeholder,
  placeholders,
  reportWayNames,
  requestTemplateFields,
  signHashNames,
  templateFieldNames,
  upstreamTemplate,
  usualTemplate,
} from '#contract/messages/http-channel.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { keyOf, optionsOf } from '#ui/form/options.ts'
import style from './HttpFields.module.css'

const { shape } = httpSettings
const phoneForms = { plain: '11位手机号', '86': '前面加86', '+86': '前面加+86' } as const
const placeholderTexts: Record<Placeholder, string> = {
  phone: '手机号',
  text: '短信全文，含签名',
  signature: '签名，不含【】',
  body: '短信内容，不含签名',
  source: '接入号和扩展码',
  extension: '扩展码',
  id: '我方编号，重发时不变；查询时为上游的编号',
  account: '账号',
  password: '密码',
  callback: '我方的回调地址',
  timestamp: '时间戳，秒',
  time: '北京时间，如20261127093000',
  basic: '账号:密码的Base64',
  sign: '签名算法的结果',
}
const noTemplates = { templates: [{ code: '', text: '' }] }
const usualApi = {
  template: usualTemplate,
  hongyan: { dialect: 'hongyan', ...noTemplates },
  alibaba: { dialect: 'alibaba', ...noTemplates },
  tencent: { dialect: 'tencent', ...noTemplates, sdkAppId: '' },
} as const
const usualUrls: Record<HttpDialect, string> = {
  template: '',
  hongyan: '',
  alibaba: 'https://dysmsapi.aliyuncs.com/',
  tencent: 'https://sms.tencentcloudapi.com/',
}
const urlHints: Record<HttpDialect, string> = {
  template: '发送短信的地址，可含占位符，如https://api.example.com/2010-04-01/Accounts/{account}/Messages.json。',
  hongyan: '对方开放接口的地址，不含/openapi/v1。',
  alibaba: '阿里云短信的接口地址，或与它相同的接口。',
  tencent: '腾讯云短信的接口地址，或与它相同的接口。',
}

export const useDialect = (): HttpDialect => keyOf(httpDialectNames, String(Form.useWatch(['settings', 'api', 'dialect']))) ?? 'template'

/** An upstream that is reached by HTTP: its API, and what requests and answers look like. */
export function HttpFields({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance()
  const dialect = useDialect()
  const choose = (next: HttpDialect) => {
    form.setFieldValue(['settings', 'api'], usualApi[next])
    form.setFieldValue(['settings', 'url'], usualUrls[next])
    form.setFieldValue(['settings', 'reports'], next === 'template' ? 'callback' : 'both')
  }
  return (
    <>
      <Form.Item name={['settings', 'api', 'dialect']} label="接口" {...(isNew ? {} : { extra: '不能修改：编号和状态报告会对不上。' })}>
        <Select disabled={!isNew} options={optionsOf(httpDialectNames)} onChange={choose} />
      </Form.Item>
      <Form.Item name={['settings', 'url']} label="接口地址" extra={urlHints[dialect]} rules={[zodRule(shape.url)]} className={style.wide}>
        <Input autoComplete="off" inputMode="url" />
      </Form.Item>
      <Form.Item
        name={['settings', 'timeoutSeconds']}
        label="超时"
        extra="没有应答的短信可能已经发出，按存疑处理。"
        rules={[zodRule(shape.timeoutSeconds)]}
      >
        <InputNumber<number> precision={0} suffix="秒" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={['settings', 'reports']} label="状态报告" extra="推送的地址在新建后的通道详情中。">
        <Select options={optionsOf(reportWayNames)} />
      </Form.Item>
      {dialect === 'tencent' ? (
        <Form.Item name={['settings', 'api', 'sdkAppId']} label="SdkAppId" rules={[zodRule(requestTemplateFields.sdkAppId)]}>
          <Input inputMode="numeric" />
        </Form.Item>
      ) : null}
      {dialect === 'template' ? <RequestFields /> : <TemplatesField />}
    </>
  )
}

/** Templates that the upstream has approved. */
const TemplatesField = () => (
  <Form.List name={['settings', 'api', 'templates']}>
    {(fields, { add, remove }) => (
      // biome-ignore lint/a11y/useSemanticElements: antd styles the legend of a fieldset.
      <div role="group" aria-label="上游模板" className={style.wide}>
        <p className={style.title}>上游模板</p>
        <p className={style.hint}>
          在上游审核通过的模板，变量写成{'${name}'}。短信去掉签名后套用能对上的一个，按它的编号和变量提交；都对不上的不能发送。
        </p>
        {fields.map(({ key, name }, index) => (
          <div key={key} className={style.template}>
            <Form.Item name={[name, 'code']} label={`模板${index + 1}编号`} rules={[zodRule(upstreamTemplate.shape.code)]}>
              <Input autoComplete="off" />
            </Form.Item>
            <Form.Item name={[name, 'text']} label={`模板${index + 1}内容`} rules={[zodRule(upstreamTemplate.shape.text)]}>
              <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
            </Form.Item>
            {fields.length > 1 ? (
              <Button type="link" danger aria-label={`删除模板${index + 1}`} onClick={() => remove(name)}>
                删除
              </Button>
            ) : null}
          </div>
        ))}
        <Button onClick={() => add({ code: '', text: '' })}>添加模板</Button>
      </div>
    )}
  </Form.List>
)

type Name = keyof typeof templateFieldNames
const choices: Partial<Record<Name, { value: string; label: string }[]>> = {
  method: [
    { value: 'POST', label: 'POST' },
    { value: 'GET', label: 'GET' },
  ],
  bodyType: optionsOf(bodyTypeNames),
  phoneForm: optionsOf(phoneForms),
  signHash: optionsOf(signHashNames),
}
const areas: readonly Name[] = ['headers', 'body']
const hints: Partial<Record<Name, string>> = {
  headers: '每行一个，写成“名称: 值”。',
  signText: '算好后用{sign}代入，如{account}{password}{timestamp}。',
  idPath: '应答中的位置，如sid、data.0.id；逗号隔开的文字按0、1、2数。',
  okPath: '不填则按HTTP状态判断。',
  okValues: '几个值用逗号隔开。',
  throttledCodes: '遇到时放慢，稍后重发。',
  faultCodes: '密钥、余额等问题：短信改走其他通道，连续20条后暂停。',
  reportsPath: '不填则每次一份报告。',
  reportIdPath: '推送和查询不同时用|隔开。',
  deliveredWords: '其余的最终状态都算失败。',
  queryUrl: '不填则不能查询；{id}是上游的编号。',
  callbackReply: '上游要求的应答，如success。',
}
const groups: { title: string; names: readonly Name[] }[] = [
  { title: '请求', names: ['method', 'bodyType', 'headers', 'body', 'phoneForm', 'signHash', 'signText', 'isIdempotent'] },
  { title: '应答', names: ['idPath', 'okPath', 'okValues', 'codePath', 'throttledCodes', 'retryCodes', 'faultCodes'] },
  {
    title: '状态报告',
    names: [
      'reportsPath',
      'reportIdPath',
      'reportPhonePath',
      'reportStatePath',
      'deliveredWords',
      'passingWords',
      'reportCodePath',
      'callbackReply',
      'queryUrl',
    ],
  },
  { title: '上行短信（推送）', names: ['inboundPhonePath', 'inboundTextPath', 'inboundNumberPath'] },
]

const RequestFields = () => (
  <>
    <div className={style.wide}>
      <p className={style.title}>占位符</p>
      <p className={style.hint}>
        地址、请求头和请求体中可用：{placeholders.map(name => `{${name}} ${placeholderTexts[name]}`).join('，')}。
      </p>
    </div>
    {groups.map(({ title, names }) => (
      // biome-ignore lint/a11y/useSemanticElements: antd styles the legend of a fieldset.
      <div key={title} role="group" aria-label={title} className={style.group}>
        <p className={style.title}>{title}</p>
        {names.map(name => (
          <TemplateField key={name} name={name} />
        ))}
      </div>
    ))}
  </>
)

function TemplateField({ name }: { name: Name }) {
  const item = {
    name: ['settings', 'api', name],
    label: templateFieldNames[name],
    ...(hints[name] ? { extra: hints[name] } : {}),
    ...(areas.includes(name) ? { className: style.wide } : {}),
  }
  if (name === 'isIdempotent')
    return (
      <Form.Item {...item} valuePropName="checked" label="重发" extra="勾选后，没有应答的短信会用同一编号{id}重发。">
        <Checkbox>上游对同一编号只收一次</Checkbox>
      </Form.Item>
    )
  const options = choices[name]
  return (
    <Form.Item {...item} rules={[zodRule(requestTemplateFields[name])]}>
      {options ? (
        <Select options={options} />
      ) : areas.includes(name) ? (
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} spellCheck={false} className={style.code} />
      ) : (
        <Input autoComplete="off" />
      )}
    </Form.Item>
  )
}

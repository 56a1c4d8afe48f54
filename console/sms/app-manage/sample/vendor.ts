import { templateNumberOf } from '#contract/open/vendor-id.ts'
import { endpointOf, parameterObject, quoted, type Sample, type SampleFacts, secretOf } from './facts.ts'

export const alibabaSample: Sample = {
  key: 'alibaba',
  label: '阿里云SDK',
  file: 'send-alibaba.cjs',
  run: ['npm install @alicloud/dysmsapi20170525@4 @alicloud/openapi-core', 'node send-alibaba.cjs'],
  codeOf: facts => {
    const { host, scheme } = endpointOf(facts)
    return `// 已经在用阿里云短信SDK的程序，只改这四行：密钥两行、endpoint、protocol
const { default: Client, SendSmsRequest } = require('@alicloud/dysmsapi20170525')
const { $OpenApiUtil } = require('@alicloud/openapi-core')

const client = new Client(
  new $OpenApiUtil.Config({
    accessKeyId: ${quoted(facts.accessKeyId)},
    accessKeySecret: ${quoted(secretOf(facts))},
    endpoint: ${quoted(host)}, // 只写主机和端口，不带http://
    protocol: ${quoted(scheme)},
  }),
)

async function main() {
  const { body } = await client.sendSms(
    new SendSmsRequest({
      phoneNumbers: ${quoted(facts.phone)},
      signName: ${quoted(facts.signature)},
      templateCode: ${quoted(facts.templateCode)},
      templateParam: JSON.stringify(${JSON.stringify(parameterObject(facts))}),
    }),
  )
  // 业务错误在code里，例如isv.AMOUNT_NOT_ENOUGH；OK是已受理
  console.log(body.code, body.message, body.bizId)
}
main()
`
  },
}

export const tencentSample: Sample = {
  key: 'tencent',
  label: '腾讯云SDK',
  file: 'send-tencent.cjs',
  run: ['npm install tencentcloud-sdk-nodejs-sms@4', 'node send-tencent.cjs'],
  codeOf: facts => {
    const { host, scheme } = endpointOf(facts)
    const values = facts.parameters.map(({ value }) => quoted(value)).join(', ')
    return `// 已经在用腾讯云短信SDK的程序，改密钥两行、httpProfile和SmsSdkAppId
const { sms } = require('tencentcloud-sdk-nodejs-sms')

const client = new sms.v20210111.Client({
  credential: {
    secretId: ${quoted(facts.accessKeyId)},
    secretKey: ${quoted(secretOf(facts))},
  },
  region: 'ap-guangzhou',
  profile: { httpProfile: { endpoint: ${quoted(host)}, protocol: '${scheme}://' } },
})

async function main() {
  const { SendStatusSet } = await client.SendSms({
    SmsSdkAppId: ${quoted(facts.sdkAppId)},
    SignName: ${quoted(facts.signature)},
    TemplateId: ${quoted(String(templateNumberOf(facts.templateCode)))},
    TemplateParamSet: [${values}], // 按模板里变量的先后
    PhoneNumberSet: [${quoted(`+86${facts.phone}`)}],
  })
  for (const { PhoneNumber, Code, Message, SerialNo } of SendStatusSet) console.log(PhoneNumber, Code, Message, SerialNo)
}
main()
`
  },
}

/** The lines to change in a program that uses another vendor's SDK. */
export interface ChangedLines {
  language: string
  lines: string
}

export function alibabaChanges(facts: SampleFacts): ChangedLines[] {
  const { host, scheme } = endpointOf(facts)
  const id = quoted(facts.accessKeyId)
  const secret = quoted(secretOf(facts))
  return [
    {
      language: 'Java',
      lines: `Config config = new Config()
    .setAccessKeyId(${id})
    .setAccessKeySecret(${secret})
    .setEndpoint(${quoted(host)})
    .setProtocol(${quoted(scheme)});`,
    },
    {
      language: 'Python',
      lines: `config = open_api_models.Config(
    access_key_id=${id},
    access_key_secret=${secret},
    endpoint=${quoted(host)},
    protocol=${quoted(scheme)},
)`,
    },
    {
      language: 'Go',
      lines: `config := &openapi.Config{
	AccessKeyId:     tea.String(${id}),
	AccessKeySecret: tea.String(${secret}),
	Endpoint:        tea.String(${quoted(host)}),
	Protocol:        tea.String(${quoted(scheme)}),
}`,
    },
    {
      language: 'PHP',
      lines: `$config = new Config([
    "accessKeyId" => ${id},
    "accessKeySecret" => ${secret},
    "endpoint" => ${quoted(host)},
    "protocol" => ${quoted(scheme)},
]);`,
    },
    {
      language: 'Node.js（旧版pop-core）',
      lines: `const client = new Core({
  accessKeyId: ${id},
  accessKeySecret: ${secret},
  endpoint: ${quoted(`${scheme}://${host}`)}, // 旧版须带协议
  apiVersion: '2017-05-25',
})`,
    },
  ]
}

export function tencentChanges(facts: SampleFacts): ChangedLines[] {
  const { host, scheme } = endpointOf(facts)
  const id = quoted(facts.accessKeyId)
  const secret = quoted(secretOf(facts))
  return [
    {
      language: 'Java',
      lines: `Credential cred = new Credential(${id}, ${secret});
HttpProfile httpProfile = new HttpProfile();
httpProfile.setEndpoint(${quoted(host)});
httpProfile.setProtocol("${scheme}://");
req.setSmsSdkAppId(${quoted(facts.sdkAppId)});`,
    },
    {
      language: 'Python',
      lines: `cred = credential.Credential(${id}, ${secret})
httpProfile = HttpProfile(protocol=${quoted(scheme)}, endpoint=${quoted(host)})
req.SmsSdkAppId = ${quoted(facts.sdkAppId)}`,
    },
    {
      language: 'Go',
      lines: `credential := common.NewCredential(${id}, ${secret})
cpf := profile.NewClientProfile()
cpf.HttpProfile.Endpoint = ${quoted(host)}
cpf.HttpProfile.Scheme = ${quoted(scheme.toUpperCase())}
request.SmsSdkAppId = common.StringPtr(${quoted(facts.sdkAppId)})`,
    },
    {
      language: 'PHP',
      lines: `$cred = new Credential(${id}, ${secret});
$httpProfile = new HttpProfile();
$httpProfile->setEndpoint(${quoted(host)});
$httpProfile->setProtocol("${scheme}://");
$req->SmsSdkAppId = ${quoted(facts.sdkAppId)};`,
    },
  ]
}

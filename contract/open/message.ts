import { z } from 'zod'
import { messageKind } from '#contract/messages/delivery.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { anyPhoneNumber, idOf, moment, pageSize } from '#contract/scalars.ts'
import { describeTerm } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'
import { exampleId, openCall } from './call.ts'

const maximumPhonesOfRequest = 1_000

const parameters = z.record(z.string().max(50), z.string().max(500))
const signature = z.string().min(1).max(20).describe('已审核通过的签名，不含【】')
const customId = z.string().min(1).max(64).describe('您自己的编号，随状态报告和查询结果返回')
const extension = z
  .string()
  .regex(/^\d{1,6}$/, '扩展码为1-6位数字')
  .describe('接在接入号后面的数字，手机上可见；回复会带着它返回')
const phone = z.string().min(1).max(30).describe('手机号；+86、0086、空格和短横线都可以。账户开通国际短信后，国际及港澳台号码以+和区号开头')
const segmentCount = z.number().int().describe(describeTerm('segments'))
const messageId = idOf('message').describe('短信编号')
const batchId = idOf('batch').describe('这次请求的编号，可查询全部短信，定时的可取消')
const state = z.enum(keysOf(messageStates)).describe(
  `状态：${Object.entries(messageStates)
    .map(([key, { name }]) => `${key} ${name}`)
    .join('、')}`,
)

const recipient = z
  .strictObject({
    phone,
    templateParam: parameters.optional().describe('这个号码自己的变量，优先于外层的同名变量'),
    signature: signature.optional().describe('这个号码自己的签名，默认与外层相同'),
    customId: customId.optional(),
    extension: extension.optional(),
  })
  .describe('一个收件人')

const sendInput = z.object({
  signature,
  templateCode: z.string().min(1).max(40).describe('已审核通过的模板编号，如SMS_200101'),
  templateParam: parameters.default({}).describe('模板变量的值；全部为文字'),
  phones: z
    .array(phone)
    .min(1)
    .max(maximumPhonesOfRequest)
    .optional()
    .describe('收到同一条短信的手机号，1-1000个；重复的只发一次。与recipients二选一'),
  recipients: z
    .array(recipient)
    .min(1)
    .max(maximumPhonesOfRequest)
    .optional()
    .describe('每个收件人各有自己的变量、签名或编号，1-1000个。与phones二选一'),
  link: z
    .strictObject({
      variable: z.string().min(1).max(50).describe('模板里放链接的变量名；这个变量不用再填在templateParam里'),
      linkId: idOf('link').describe('您的短链接的编号，用createLink创建；须是启用状态'),
    })
    .optional()
    .describe('给每个收件人一个自己的短链接：同一个目标，后缀各不相同，谁点击了都查得到。每个收件人用去短链套餐1次'),
  customId: customId.optional(),
  extension: extension.optional(),
  sendAt: moment.optional().describe('定时发送的时间，30天之内；不填为立即发送。推广短信自动避开夜间'),
})

/** Refusals of one number, reported beside it; the others of the request are sent. */
const phoneRefusals = [
  'phone_invalid',
  'country_closed',
  'phone_blacklisted',
  'frequency_exceeded',
  'duplicate_content',
] as const satisfies readonly RefusalCode[]

const sentPhone = z.object({
  phone: z.string().describe('手机号，11位，国际及港澳台号码以+和区号开头；号码有误时为您填写的原文'),
  messageId: messageId.optional().describe('短信编号；没有受理时没有这一项'),
  segmentCount: segmentCount.optional(),
  shortUrl: z.string().optional().describe('这个收件人自己的短链接；请求里有link时才有，测试应用没有'),
  refused: z
    .object({ code: z.string().describe('错误码，见错误码表'), message: z.string() })
    .optional()
    .describe('没有受理的原因；不影响其他号码，也不计费'),
})

const foundMessage = z.object({
  messageId,
  batchId: batchId.nullable(),
  phone: z.string(),
  kind: messageKind.describe('code 验证码、notice 通知、marketing 推广'),
  content: z.string().describe('短信全文，含签名'),
  segmentCount,
  state,
  code: z.string().nullable().describe('运营商的状态报告代码，如DELIVRD、MK:0001；没有报告时为null'),
  meaning: z.string().nullable().describe('代码的中文解释和建议'),
  customId: z.string().nullable(),
  acceptedAt: moment.describe('受理时间'),
  submittedAt: moment.nullable().describe('提交运营商的时间'),
  finishedAt: moment.nullable().describe('得到最终结果的时间'),
})

const clicked = {
  clickCount: z.number().int().describe(describeTerm('clicks')),
  firstClickedAt: moment.nullable().describe('第一次点击的时间'),
}

const cursorAbout = '上一页的nextCursor；第一页不填'
export const listFields = { cursor: z.uuid().optional().describe(cursorAbout), pageSize: pageSize.describe('每页数量，1-100，默认20') }
/** Time range of a list. Statistics have days under the same names, both inclusive. */
export const timesOf = (noun: string) => ({
  from: moment.optional().describe(`${noun}时间不早于`),
  to: moment.optional().describe(`${noun}时间早于`),
})
export const textCursor = z.string().max(200).optional().describe(cursorAbout)
export const nextCursor = z.string().nullable().describe('下一页的cursor；没有下一页时为null')

const sendRefusals = [
  'account_frozen',
  'account_not_attested',
  'attestation_lapsed',
  'company_required',
  'daily_segments_exceeded',
  'otp_paused',
  'signature_unknown',
  'signature_not_allowed',
  'template_unknown',
  'template_not_allowed',
  'parameter_missing',
  'parameter_invalid',
  'message_too_long',
  'extension_invalid',
  'send_time_invalid',
  'app_hours',
  'app_daily_limit',
  'app_monthly_limit',
  'app_spend_limit',
  'balance_insufficient',
  'account_in_arrears',
  'spend_cap_reached',
  'channel_unavailable',
  'link_not_active',
  'link_units_insufficient',
  ...phoneRefusals,
] as const satisfies readonly RefusalCode[]

export const openMessageCalls = {
  send: openCall('sendMessages', 'POST', 'messages', '发送短信', 'send', {
    about: [
      '一次向1-1000个号码发送。全部号码内容相同时用phones；各有自己的变量、签名或编号时用recipients。',
      '应答返回时短信已写入数据库，服务器断电也不会丢失。个别号码有误、在黑名单中或超过频率时，只有它们被拒绝，写在各自的refused里；签名、模板、余额等问题使整个请求被拒绝，一条也不发。',
      '要知道谁点击了短信里的链接，用link：内容里的变量换成每个收件人自己的短链接。查询请求或短信时返回点击次数，访问记录和访问回调里有短信编号。',
      '号码的顺序与请求相同。提交成功不等于送达：最终结果以状态报告为准，可用回调、拉取或查询得到。',
    ],
    input: sendInput,
    answer: z.object({
      batchId: batchId.nullable().describe('这次请求的编号，可查询全部短信，定时的可取消；一个号码也没有受理时为null'),
      messages: z.array(sentPhone),
    }),
    refusals: sendRefusals,
    example: {
      signature: '云栈集市',
      templateCode: 'SMS_200101',
      templateParam: { code: '482913' },
      phones: ['13800138000'],
      customId: 'login-7781',
    },
  }),
  list: openCall('listMessages', 'GET', 'messages', '查询短信列表', 'query', {
    about: [
      '本应用发送的短信，最新的在前。不填时间、号码和编号时查最近7天；最久可查6个月，一次最多31天。',
      '条件稀少时一页可能不满甚至为空，只要nextCursor不为null就还有下一页。',
    ],
    input: z.object({
      customId: customId.optional(),
      phone: anyPhoneNumber.optional().describe('11位手机号；国际及港澳台号码以+和区号开头'),
      state: state.optional(),
      ...timesOf('受理'),
      ...listFields,
    }),
    answer: z.object({ rows: z.array(foundMessage), nextCursor }),
    example: { customId: 'login-7781' },
  }),
  one: openCall('getMessage', 'GET', 'messages/{messageId}', '查询一条短信', 'query', {
    input: z.object({ messageId }),
    answer: z.object({ message: foundMessage.extend(clicked) }),
    refusals: ['not_found'],
    example: { messageId: exampleId('message') },
  }),
  batch: openCall('getBatch', 'GET', 'batches/{batchId}', '查询一次请求的全部短信', 'query', {
    input: z.object({ batchId }),
    answer: z.object({
      batchId,
      createdAt: moment,
      sendAt: moment.nullable().describe('定时的时间；立即发送的为null'),
      counts: z.partialRecord(state, z.number().int()).describe('各状态的短信数'),
      clickedCount: z.number().int().describe(describeTerm('clickers')),
      messages: z
        .array(
          foundMessage
            .pick({
              messageId: true,
              phone: true,
              state: true,
              code: true,
              segmentCount: true,
              customId: true,
              submittedAt: true,
              finishedAt: true,
            })
            .extend(clicked),
        )
        .describe('按请求中的顺序，最多1000条'),
    }),
    refusals: ['not_found'],
    example: { batchId: exampleId('batch') },
  }),
  cancel: openCall('cancelBatch', 'POST', 'batches/{batchId}/cancel', '取消定时发送', 'send', {
    about: ['还没有开始发送的短信被取消，冻结的费用立即退回；已经开始发送的不受影响。'],
    input: z.object({ batchId }),
    answer: z.object({ canceledCount: z.number().int().describe('取消的短信数') }),
    refusals: ['not_found', 'batch_unscheduled'],
    example: { batchId: exampleId('batch') },
  }),
}

import { keysOf, tableOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** A term of results or of money: its name, what it means, and how it is counted. */
interface TermFacts {
  readonly name: string
  readonly meaning: string
  readonly counted: string
}

const inMessages = '每个号码的一条短信计1，与长度无关'
const inSegments = `按长度拆分：不超过${limits.singleSegmentUnits}字为1条，超过时每${limits.joinedSegmentUnits}字1条`

const results = {
  accepted: { name: '提交', meaning: '平台受理的短信', counted: `${inMessages}，含拦截、取消和在途` },
  submitted: { name: '已提交', meaning: '已交给运营商的短信', counted: '不含拦截、取消和还没有交给运营商的' },
  delivered: { name: '成功', meaning: '回执为已送达的短信', counted: inMessages },
  failed: { name: '失败', meaning: '运营商拒收、回执为失败或过期的短信', counted: '不含未知、拦截和取消，不扣费' },
  unknown: { name: '未知', meaning: '提交后72小时没有回执的短信', counted: '不含失败，费用已退回' },
  refused: { name: '拦截', meaning: '发送前被黑名单、发送频率等规则挡下的短信', counted: '没有交给运营商，不扣费' },
  canceled: { name: '取消', meaning: '发送前取消的短信', counted: '没有交给运营商，不扣费' },
  causes: { name: '没有成功的原因', meaning: '失败、未知和拦截的短信为什么没有成功', counted: inMessages },
  waiting: { name: '在途', meaning: '已受理、还没有结果的短信', counted: '含还没有交给运营商的和等待回执的' },
  awaiting: { name: '等待回执', meaning: '已交给运营商、还没有回执的短信', counted: '已提交−成功−失败−未知' },
  rate: { name: '到达率', meaning: '有结果的短信中成功的比例', counted: '成功÷（成功＋失败＋未知），不含拦截、取消和在途' },
  segments: { name: '条数', meaning: '短信的计费长度，不论结果', counted: inSegments },
  charged: { name: '扣费条数', meaning: '实际扣费的条数', counted: '只算成功的短信，套餐、赠送金和余额支付的都算' },
  returned: { name: '返还条数', meaning: '冻结后没有扣费、退回来的条数', counted: '失败、未知、拦截和取消的短信的条数' },
  latency: { name: '到达耗时', meaning: '从提交到回执的时间', counted: '只算成功的短信；汇总时为中位数' },
  latencyP50: { name: '到达耗时中位数', meaning: '一半的短信在这个时间内到达', counted: '从提交到回执，只算成功的短信' },
  latencyP95: { name: '到达耗时P95', meaning: '95%的短信在这个时间内到达', counted: '从提交到回执，只算成功的短信' },
  clickers: { name: '点击人数', meaning: '点击了自己的短链接的收件人', counted: '一人点击多次只算一人，爬虫和预览不算' },
  clicks: { name: '点击次数', meaning: '收件人自己的短链接被点击的次数', counted: '一人点击多次算多次，爬虫和预览不算' },
  clickRate: { name: '点击率', meaning: '收到短信的人中点击了短链接的比例', counted: '点击人数÷成功' },
} as const satisfies Record<string, TermFacts>

const money = {
  balance: { name: '余额', meaning: '账户里的钱', counted: '可用余额＋冻结，不含赠送金' },
  available: { name: '可用余额', meaning: '现在可以支付的余额', counted: '余额−冻结，不含赠送金和信用额度' },
  held: { name: '冻结', meaning: '已占用、还没有扣除的金额或条数', counted: '在途短信和处理中的提现；送达才扣，没送达的退回' },
  bonus: { name: '赠送金', meaning: '平台赠送的金额', counted: '先于余额使用，不能提现，不可开票' },
  creditLimit: { name: '信用额度', meaning: '余额用完后还可以欠的金额', counted: '由平台设定，不计入可用余额' },
  arrears: { name: '欠费', meaning: '可用余额低于零的部分', counted: '充值后先归还' },
  invoiceable: { name: '可开票', meaning: '现在可以申请开票的金额', counted: '消费−退款−申请中−已开票，按税率分别计算，取整到分' },
  invoiceRequested: { name: '申请中', meaning: '已申请、还没有开具的发票金额', counted: '价税合计' },
  invoiced: { name: '已开票', meaning: '已开具的发票金额', counted: '价税合计，不含已红冲的' },
  invoiceOwed: { name: '欠票', meaning: '已开票的内容后来退款，多开的金额', counted: '由之后的消费先抵扣' },
  spent: { name: '消费', meaning: '用余额和在线支付付出的钱', counted: '订单＋用量，不含套餐抵扣和赠送金，不减退款' },
  netSpent: { name: '净消费', meaning: '减去退款后的消费', counted: '订单＋用量−退款' },
  usage: { name: '用量', meaning: '按条、按次使用的量和费用', counted: '送达时计入' },
  list: { name: '原价', meaning: '按价目表计算的金额', counted: '单价×用量，未减优惠' },
  discount: { name: '优惠', meaning: '原价中少付的部分', counted: '套餐折扣和优惠码' },
  packagePaid: { name: '套餐抵扣', meaning: '由套餐支付的部分', counted: '按原价列出，购买套餐时已付' },
  bonusPaid: { name: '赠送金支付', meaning: '由赠送金支付的部分', counted: '不计入消费，不可开票' },
  cash: { name: '现金', meaning: '余额和在线支付付出的金额', counted: '原价−优惠−套餐抵扣−赠送金支付' },
  balancePaid: { name: '余额支付', meaning: '没有用套餐、按单价支付的金额', counted: '成功短信的扣费条数×单价，含赠送金支付' },
  income: { name: '收入', meaning: '余额增加的金额', counted: '充值、退款和调增' },
  expense: { name: '支出', meaning: '余额减少的金额', counted: '订单、用量、提现和调减' },
  opening: { name: '期初余额', meaning: '这段时间开始时的余额', counted: '含冻结' },
  closing: { name: '期末余额', meaning: '这段时间结束时的余额', counted: '期初余额＋收入−支出，含冻结' },
  due: { name: '应付', meaning: '订单要付的金额', counted: '原价−优惠' },
  paid: { name: '实付', meaning: '订单已付的金额', counted: '含赠送金支付' },
} as const satisfies Record<string, TermFacts>

const facts: Readonly<Record<keyof typeof results | keyof typeof money, TermFacts>> = { ...results, ...money }
export type TermKey = keyof typeof facts

/** Every term. */
export const glossary: readonly TermFacts[] = Object.values(facts)
/** Names of those of money. */
export const moneyTerms: readonly string[] = Object.values(money).map(({ name }) => name)

/**
 * The one name of each, on every screen, in exports, documents and the API reference.
 * `test/architecture/terms.test.ts` finds other names.
 */
export const terms: Readonly<Record<TermKey, string>> = tableOf(keysOf(facts), key => facts[key].name)

/** Words before a term that name its period or its part, and the unit behind it. */
const around = /^(?:今日|昨日|本月|总|其中|累计|上月|近\d+天)|（[元%秒条]）$/g

/** Meaning and count of a column's or figure's name, if it is one of ours. */
export function explain(word: string): string | null {
  const inner = word.replace(around, '')
  const found = glossary.find(({ name }) => name === word || name === inner)
  return found ? `${found.meaning}。${found.counted}。` : null
}

/** A term as descriptions of the API say it. */
export const describeTerm = (key: TermKey): string => `${facts[key].name}（${facts[key].meaning}）`

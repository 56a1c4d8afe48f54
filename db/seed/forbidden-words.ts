import { allWordKinds, type WordKind, type WordLevel } from '#contract/forbidden-words/word.ts'

interface WordGroup {
  level: WordLevel
  /** The reason that the customer reads. */
  remark: string
  kinds: WordKind[]
  /** Separated by blanks. */
  words: string
}

/**
 * Words that the law forbids, that make carriers close a channel, or that need papers or a closer look. Staff can
 * change all of them.
 */
const groups: readonly WordGroup[] = [
  { level: 'reject', remark: '涉赌', kinds: allWordKinds, words: '赌博 博彩 六合彩 私彩 百家乐 赌场 时时彩 网赌 棋牌上分 真人荷官 彩金' },
  { level: 'reject', remark: '涉黄', kinds: allWordKinds, words: '色情 裸聊 约炮 招嫖 一夜情 上门服务小姐 成人视频 包夜' },
  { level: 'reject', remark: '涉毒', kinds: allWordKinds, words: '毒品 冰毒 迷药 摇头丸 麻古 笑气 听话水' },
  { level: 'reject', remark: '违禁物品', kinds: allWordKinds, words: '枪支 弹药 仿真枪 管制刀具 窃听 窃听器 针孔摄像' },
  {
    level: 'reject',
    remark: '假币、假证和假发票',
    kinds: allWordKinds,
    words: '假币 假钞 办证刻章 代开发票 发票代开 增值税票代 代办文凭 代写论文 替考',
  },
  {
    level: 'reject',
    remark: '非法金融',
    kinds: allWordKinds,
    words: '高利贷 校园贷 套路贷 裸贷 信用卡套现 信用卡代还 洗钱 跑分 养卡 黑户贷款 不看征信',
  },
  {
    level: 'reject',
    remark: '网络黑产',
    kinds: allWordKinds,
    words: '刷单 刷信誉 翻墙软件 私服外挂 黑客服务 代孕 收购银行卡 出租银行卡 接码平台',
  },
  {
    level: 'review',
    remark: '金融，须有相应资质',
    kinds: allWordKinds,
    words: '贷款 借款 放款 理财 股票 期货 基金 外汇 虚拟币 比特币 保险 投资 荐股 催收 逾期',
  },
  { level: 'review', remark: '医疗健康，须有相应资质', kinds: allWordKinds, words: '医美 整形 减肥 保健品 壮阳 丰胸 祛斑 偏方' },
  { level: 'review', remark: '抽奖和返利，易被投诉', kinds: allWordKinds, words: '彩票 中奖 领奖 返利 兼职 招聘 移民' },
  { level: 'review', remark: '烟酒，须有相应资质', kinds: allWordKinds, words: '烟草 电子烟 白酒' },
  {
    level: 'review',
    remark: '机关和公共机构，须核对身份',
    kinds: allWordKinds,
    words: '公安 法院 检察院 政府 税务局 社保局 医保局 人民银行 央行 纪委',
  },
  {
    level: 'review',
    remark: '绝对化用语，广告法不许',
    kinds: ['marketing', 'transactional'],
    words: '全网最低 史上最低 最低价 国家级 世界级 绝无仅有 百分百有效',
  },
  {
    level: 'review',
    remark: '引导添加个人联系方式',
    kinds: ['otp', 'transactional', 'marketing'],
    words: '加微信 加我微信 加v信 加vx 加qq 进群领 扫码进群 telegram',
  },
]

export const forbiddenWords = groups.flatMap(({ words, ...group }) => words.split(' ').map(word => ({ ...group, word })))

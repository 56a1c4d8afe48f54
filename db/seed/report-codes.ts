/** Explanation of a report code. A missing code falls back to the longest family (`*`) that matches it. */
export interface ReportCode {
  code: string
  /** The carrier that uses it; null: all. */
  carrier: 'mobile' | 'unicom' | 'telecom' | null
  meaning: string
  /** The group in which statistics count it. */
  cause: string
  advice: string
}

/** Each line: codes | carrier | meaning; under their common cause and advice. Sources: vendors' published lists. */
const groups: readonly { cause: string; advice: string; lines: string }[] = [
  {
    cause: '已送达',
    advice: '无需处理。',
    lines: `DELIVRD DELIVERED | | 手机已收到`,
  },
  {
    cause: '空号或停机',
    advice: '请核对号码；多次出现时从通讯录移除，避免浪费条数。',
    lines: `
      UNDELIV | | 未送达：空号、停机或关机
      MK:0000 MK:0001 MK:0012 MK:0013 MN:0001 MK00001 | mobile | 空号
      1 12 24 | unicom | 空号
      5 | unicom | 号码已停机
      13 | unicom | 号码无效
      93 | unicom | 号码不存在或已停机
      DB:0102 | mobile | 号码已停机
      DB:0103 | mobile | 号码欠费停机`,
  },
  {
    cause: '关机或不在服务区',
    advice: '用户开机或回到服务区后可重发；验证码可改用语音。',
    lines: `
      MK:0008 MK:0009 MI:0029 | mobile | 手机不在服务区
      MK:0010 MI:0024 MN:0041 | mobile | 手机关机
      MK:0024 MI:0013 MN:0036 | mobile | 手机暂时联系不上
      MK:0002 | mobile | 手机长时间未能接收`,
  },
  {
    cause: '终端或业务限制',
    advice: '请用户检查手机存储，或联系运营商确认短信业务已开通。',
    lines: `
      MK:0003 | mobile | 手机侧拒收
      MK:0004 MK:0019 | mobile | 手机不支持短信
      MK:0005 | mobile | 该号码的短信业务被禁止
      MK:0015 | mobile | 手机终端异常
      MK:0017 MI00022 | mobile | 手机短信存储已满
      MK:* MN:* MI:* | mobile | 手机侧接收失败`,
  },
  {
    cause: '超时',
    advice: '稍后可重发；持续出现请联系客服核查通道。',
    lines: `
      EXPIRED | | 超过有效期仍未送达
      MB:1026 MB:1042 | mobile | 短信中心缓存已满
      MB:1031 | mobile | 超过短信中心最大重试次数
      VALIDITY | | 有效期内未能提交给运营商
      NO_REPORT | | 72小时内没有收到回执，已退还条数
      IN_DOUBT | | 发送时程序中断，未能确认运营商是否收到
      MB:* MC:* | mobile | 短信中心处理失败`,
  },
  {
    cause: '黑名单或退订',
    advice: '该用户已拒收或曾投诉，请勿再向其发送推广内容。',
    lines: `
      MB:1077 DB:0140 DB:0141 DB:0144 DB:0164 | mobile | 运营商黑名单
      TUIDING unsubscribe | | 用户已退订
      HIGRISK MX:0011 | mobile | 高风险号码
      BWLIST MX:0012 | mobile | 通道黑名单
      BLACK MBBLACK TDBLACK TSBLACK | | 号码在黑名单中
      PUBLOKD BLOCKED | | 号码被公共名单拦截
      blacklisted | | 号码在您的黑名单中，平台未发送`,
  },
  {
    cause: '发送过于频繁',
    advice: '请降低向同一号码发送的频率，稍后再试。',
    lines: `
      BEYONDM | | 超过每分钟发送上限
      BEYONDH | | 超过每小时发送上限
      BEYONDD | | 超过每天发送上限
      BEYONDN | | 超过发送次数上限
      over_frequency | | 超过平台的发送频率限制，平台未发送
      MX:0003 MILIMIT LIMIT CTLIMIT | | 触发频率限制`,
  },
  {
    cause: '内容被拦截',
    advice: '请修改模板中的敏感词、链接或联系方式后重新提交审核。',
    lines: `
      REJECTD | | 运营商拒绝接收，多因内容或号码状态
      KEYWORD KEYWORDS -106 | | 含敏感词
      ID:0076 | mobile | 内容含关键词
      CJ:0007 | mobile | 内容审核未通过
      MA:* | mobile | 内容被运营商拦截`,
  },
  {
    cause: '签名异常',
    advice: '请确认签名已审核通过并完成运营商报备。',
    lines: `
      SIGFAIL XA:0003 | | 签名校验失败
      SIGNBLOCKED | | 签名被停用
      QM_FAIL | | 签名未报备
      NOTITLE | | 内容缺少签名`,
  },
  {
    cause: '号码错误',
    advice: '请核对号码格式与归属运营商。',
    lines: `
      PHONEERR ERR_NUM | | 号码格式错误
      DB:0101 | mobile | 号码错误
      NONCHN | | 非中国大陆号码
      10 | unicom | 目的地址错误
      29 | unicom | 号码归属错误
      SUBMIT:invalidDestinationAddress | | 运营商不接受该号码`,
  },
  {
    cause: '路由',
    advice: '无需处理，我们会核查通道；您也可以联系客服。',
    lines: `
      NOROUTE | | 没有可用的路由
      DELETED MJ:* | | 短信在运营商侧被删除
      UNKNOWN MM:* | | 运营商返回未知状态
      ACCEPTD | | 运营商已接收，等待结果
      ENROUTE | | 正在发送`,
  },
  {
    cause: '运营商内部错误',
    advice: '运营商暂时故障，稍后可重发；持续出现请联系客服。',
    lines: `
      IC:0001 IC:0151 MI:0000 | mobile | 运营商网关故障
      IA:* IB:* IC:* ID:* | mobile | 运营商网关错误
      DA:* DB:* CA:* CB:* | mobile | 省公司网关错误
      SA:* SB:* | mobile | 服务商网关错误
      MH:* | mobile | 短信中心的其他错误
      SUBMIT:* | | 运营商拒绝接收`,
  },
]

export const reportCodes: readonly ReportCode[] = groups.flatMap(({ cause, advice, lines }) =>
  lines
    .trim()
    .split('\n')
    .flatMap(line => {
      const [codes, carrier, meaning] = line.split('|').map(part => part.trim())
      return codes!
        .split(' ')
        .map(code => ({ code, carrier: (carrier || null) as ReportCode['carrier'], meaning: meaning!, cause, advice }))
    }),
)

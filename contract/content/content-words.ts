/** Words of advertisements: a transactional text with one is rather 推广. */
export const advertisingWords = [
  '优惠',
  '折扣',
  '打折',
  '促销',
  '抢购',
  '秒杀',
  '特价',
  '满减',
  '红包',
  '领券',
  '优惠券',
  '大促',
  '限时',
  '免费领',
  '钜惠',
  '清仓',
  '新品上市',
  '会员日',
  '低至',
  '立减',
]

/** The text of a one-time code must have one, so that the person knows what the digits are. */
export const codeWords = ['验证码', '校验码', '动态码', '注册码', '确认码', '授权码']

/** Provinces by their short names, in the order of their codes (GB/T 2260). */
export const provinces = [
  '北京',
  '天津',
  '河北',
  '山西',
  '内蒙古',
  '辽宁',
  '吉林',
  '黑龙江',
  '上海',
  '江苏',
  '浙江',
  '安徽',
  '福建',
  '江西',
  '山东',
  '河南',
  '湖北',
  '湖南',
  '广东',
  '广西',
  '海南',
  '重庆',
  '四川',
  '贵州',
  '云南',
  '西藏',
  '陕西',
  '甘肃',
  '青海',
  '宁夏',
  '新疆',
  '台湾',
  '香港',
  '澳门',
] as const
export type Province = (typeof provinces)[number]

/** Stands for no province in a filter: of numbers whose place is unknown. */
export const unknownProvince = '未知'
export const provinceChoices = [...provinces, unknownProvince] as const

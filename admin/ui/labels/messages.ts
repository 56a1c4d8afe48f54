export const upstreamIdFormNames = {
  raw: '原样',
  decimal: '十进制',
  hex: '十六进制',
  hex_then_decimal: '应答十六进制，回执十进制',
  decimal_then_hex: '应答十进制，回执十六进制',
} as const

export const routeSourceNames = {
  accountProvince: '客户在该省的路由',
  account: '客户的路由',
  province: '该省的路由',
  general: '通用路由',
  fitting: '没有路由，按通道支持的类型和运营商',
} as const

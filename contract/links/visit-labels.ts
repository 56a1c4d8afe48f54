/** Names and definitions of the visit figures, as the screens explain them. */
export const visitLabels = {
  pv: {
    name: '访问次数（PV）',
    meaning: '访客打开短链并被跳转的次数。爬虫、链接预览、预加载和只探测不打开的请求不计入，单独列为机器访问。',
  },
  uv: {
    name: '访客数（UV）',
    meaning:
      '所选时间内不同访客的个数。每人一个的专属短链按收件人识别；其他短链按短链域名上的 Cookie 识别，没有 Cookie 的，按访问当天的 IP 地址和浏览器识别，换一天算作另一位访客。10万以内为精确值，超过后用 HyperLogLog 估算，标准误差0.81%。',
  },
  ip: { name: 'IP数', meaning: '所选时间内不同的 IP 地址个数。10万以内为精确值，超过后用 HyperLogLog 估算，标准误差0.81%。' },
  bots: {
    name: '机器访问',
    meaning: '搜索引擎和安全扫描等爬虫、微信和QQ等应用的链接预览、浏览器预加载以及 HEAD 请求的次数，不计入以上各项。',
  },
  missed: {
    name: '未跳转的访问',
    meaning:
      '访客打开短链后看到的是提示页而不是目标网址的次数，如请在浏览器打开、已过期、已停用、要求输入密码。不计入以上各项，也不扣短链套餐；之后输对密码、换浏览器打开的，再计入访问次数。',
  },
  newVisitors: {
    name: '新访客',
    meaning: '所选时间内来过、此前30天没有来过的访客。没有 Cookie 的访客隔天无法认出，专属短链的收件人每次群发都是新的，都算作新访客。',
  },
  returningVisitors: { name: '回访访客', meaning: '所选时间内来过、此前30天也来过的访客。' },
} as const

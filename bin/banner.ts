import type { DemoAccounts } from '#db/seed/demo.ts'

const names: Record<string, string> = {
  console: '控制台',
  operator: '运营后台',
  openapi: '开放接口',
  smpp: 'SMPP',
  redirect: '短链',
  handset: '虚拟手机',
  mailbox: '虚拟邮箱',
  payment: '支付模拟',
}

/** What a person reads when everything is up: where to go and how to sign in. */
export function banner(addresses: Record<string, unknown>, demo: DemoAccounts | null): string {
  const lines = Object.entries(addresses).map(([name, address]) => `  ${names[name] ?? name}  ${address}`)
  if (demo) {
    lines.push(`  演示账号  ${demo.customer.login} / ${demo.customer.password}`)
    lines.push(`  空账号    ${demo.empty.login} / ${demo.empty.password}`)
    lines.push(`  运营账号  ${demo.operator.login} / ${demo.operator.password}`)
    lines.push(`  访问密钥  ${demo.app.accessKeyId} / ${demo.app.accessKeySecret}`)
  }
  return ['', '鸿雁已启动', ...lines, '按 Ctrl-C 停止', ''].join('\n')
}

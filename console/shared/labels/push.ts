import type { WebhookOutcome } from '#contract/push/webhook.ts'

export const outcomeTags = {
  delivered: { name: '成功', tone: 'good', advice: '' },
  status: { name: '状态码不是2xx', tone: 'bad', advice: '对方返回了错误的状态码，请查看您的程序的日志' },
  redirect: { name: '被重定向', tone: 'bad', advice: '推送不跟随跳转，请直接填写最终的地址' },
  answer: { name: '对方拒收', tone: 'bad', advice: '对方返回的 JSON 里表示失败，请查看您的程序的日志' },
  timeout: { name: '超时', tone: 'bad', advice: '5秒内须建立连接、10秒内须应答，建议先收下再异步处理' },
  connection: { name: '连接失败', tone: 'bad', advice: '端口没有开放，或连接被中断，请检查服务与防火墙' },
  certificate: { name: '证书无效', tone: 'bad', advice: 'HTTPS 证书过期、域名不符或缺少中间证书' },
  name: { name: '域名无法解析', tone: 'bad', advice: '请检查域名的解析记录' },
  closed: { name: '地址不可推送', tone: 'bad', advice: '只推送到公网地址，端口为80、443或1024以上' },
  offline: { name: '平台网络异常', tone: 'waiting', advice: '暂时不能解析域名，不计入失败次数，会自动重试' },
} as const satisfies Record<WebhookOutcome, object>

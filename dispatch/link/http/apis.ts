import type { HttpSettings } from '#contract/messages/http-channel.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { AlibabaApi } from './alibaba-api.ts'
import { HongyanApi } from './hongyan-api.ts'
import { TemplateApi } from './template-api.ts'
import { TencentApi } from './tencent-api.ts'
import type { UpstreamApi } from './upstream-api.ts'

/** The API that a channel's settings name. */
export function upstreamApiOf(channel: Channel, { url, api }: HttpSettings, now: () => Date): UpstreamApi {
  const { systemId: account, password, senderNumber, callbackUrl = '' } = channel
  const extensionOf = (source: string) => source.slice(senderNumber.length)
  const facts = { url, account, password, senderNumber, extensionOf, now }
  switch (api.dialect) {
    case 'hongyan':
      return new HongyanApi({ ...facts, templates: api.templates })
    case 'alibaba':
      return new AlibabaApi({ ...facts, templates: api.templates })
    case 'tencent':
      return new TencentApi({ ...facts, templates: api.templates, sdkAppId: api.sdkAppId })
    case 'template':
      return new TemplateApi({ ...facts, callbackUrl, template: api })
  }
}

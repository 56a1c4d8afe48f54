import type { AppDetail } from '#contract/apps/app.ts'
import type { SampleFacts } from './sample/facts.ts'

/** Values for samples: the app's own; placeholders where it has none yet. */
export function sampleFactsOf(app: AppDetail, key: { accessKeyId: string; secret: string | null }): SampleFacts {
  const { signature, template, phone } = app.sample
  return {
    openUrl: app.openUrl,
    accessKeyId: key.accessKeyId || '在此填写AccessKeyId',
    secret: key.secret,
    sdkAppId: app.number,
    signature: signature ?? '您的签名',
    templateCode: template?.code ?? 'SMS_000000',
    parameters: template?.parameters ?? [],
    phone,
  }
}

import type { EventKind, PushEvent } from '#contract/push/push.ts'
import { newId } from '#values/id.ts'

const phone = '19900000001'

/** A sample event of a kind, to try a webhook with. */
export function sampleEvent(kind: EventKind, { appId, now }: { appId: string; now: Date }): PushEvent {
  const common = { id: newId(now.getTime()), appId, at: now }
  const review = { state: 'approved' as const, reason: null, submittedAt: now, reviewedAt: now }
  switch (kind) {
    case 'report':
      return {
        ...common,
        kind,
        data: {
          messageId: newId(now.getTime()),
          batchId: null,
          customId: 'test',
          outId: null,
          phone,
          state: 'delivered',
          code: 'DELIVRD',
          description: '测试推送',
          segmentCount: 1,
          signature: '测试',
          templateCode: 'SMS_100000',
          acceptedAt: now,
          submittedAt: now,
          finishedAt: now,
        },
      }
    case 'inbound':
      return {
        ...common,
        kind,
        data: {
          inboundId: newId(now.getTime()),
          phone,
          text: '测试推送',
          senderNumber: '1069000000',
          extension: '',
          signature: '测试',
          messageId: null,
          customId: null,
          isOptOut: false,
          receivedAt: now,
        },
      }
    case 'template_review': {
      const template = { templateCode: 'SMS_100000', name: '测试', templateKind: '通知', text: '测试推送' }
      return { ...common, kind, data: { templateId: newId(now.getTime()), ...template, ...review } }
    }
    case 'signature_review':
      return { ...common, kind, data: { signatureId: newId(now.getTime()), signature: '测试', ...review } }
    case 'alert': {
      const alert = { alertId: 'test', rule: 'test', name: '测试', state: 'test' as const, value: '', threshold: '', text: '测试推送' }
      return { ...common, kind, data: { ...alert, at: now } }
    }
    case 'visit': {
      const visitor = { province: null, city: null, device: null, os: null, browser: null }
      const ids = { visitId: newId(now.getTime()), linkId: newId(now.getTime()), messageId: null }
      return { ...common, kind, data: { ...ids, ...visitor, visitedAt: now } }
    }
  }
}

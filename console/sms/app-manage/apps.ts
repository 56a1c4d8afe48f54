import { appCalls } from '#contract/apps/app.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'

/** Calls that an act on apps or keys outdates. */
export const appAnswers = [appCalls.list, appCalls.find, deliveryCalls.choices]

/** A new key whose secret is shown once. */
export interface OneTimeSecret {
  accessKeyId: string
  accessKeySecret: string
}

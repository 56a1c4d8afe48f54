import { alertCalls } from './alert.ts'
import { alertReceiverCalls } from './alert-receiver.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { alert: alertCalls, alertReceiver: alertReceiverCalls }

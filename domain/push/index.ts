/** Webhooks: queues, signed delivery with retry, pull, dead letters. */
export { mayBeCalled, type Outcome, WebhookClient, webhookWorld } from './client.ts'
export { bodyOf, isAccepted } from './format.ts'
export { listAttempts, listDeadLetters, listWebhooks, readAttempt, redeliver, reportNotification } from './log.ts'
export { type Attempt, recordDelivered, recordFailed, retryDelays, slowMs } from './outcome.ts'
export { readEvents } from './present.ts'
export { acknowledge, dequeueEsmeEvents, dequeueEvents, giveBack } from './pull.ts'
export {
  deadLetterEvents,
  deadLetterUnreadable,
  type Endpoint,
  findForgottenQueues,
  findOverdueQueues,
  leaseQueues,
  moveToPull,
  nextDueAt,
  type QueueName,
  readEndpoint,
  readEventQueues,
  readWaiting,
  releaseQueue,
  releaseQueues,
  renewQueues,
  tooOldBefore,
  type WaitingEvent,
} from './queue.ts'
export { writeRequest } from './request.ts'
export { sampleEvent } from './sample.ts'
export { encryptedWebhooks, signatureOf } from './secret.ts'
export { prepareTrial, recordTrial, runTrial } from './trial.ts'
export { addWebhook, changeWebhook, findWebhook, removeWebhook, renewWebhookSecret, revealWebhookSecret, switchWebhook } from './webhook.ts'

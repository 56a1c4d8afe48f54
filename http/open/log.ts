import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLog } from '#domain/apps/index.ts'
import type { App } from '#http/server/app.ts'
import { pick } from '#values/pick.ts'

/** Records every request of a known app with its outcome in the request log, after the answer. */
export function logRequests(app: App, log: RequestLog, now: () => Date): void {
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const caller = request.caller ?? request.failedCaller
    if (caller) {
      const { openFailure: failure, isWatched } = request
      const { fields, stringToSign } = failure ?? {}
      log.note({
        ...pick(caller, 'account', 'appId', 'accessKeyId'),
        requestId: request.id,
        ingress: 'rest',
        action: request.action,
        httpStatus: reply.statusCode,
        code: failure?.code ?? 'ok',
        message: failure?.message ?? '',
        ip: request.ip,
        elapsedMs: reply.elapsedTime,
        at: now(),
        detail:
          failure || isWatched
            ? { ...(fields ? { fields } : {}), ...(stringToSign ? { stringToSign } : {}), ...(isWatched ? { isWatched } : {}) }
            : null,
      })
    }
    done()
  })
}

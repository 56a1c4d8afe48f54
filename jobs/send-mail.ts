import { createTransport, type Transporter } from 'nodemailer'
import { z } from 'zod'
import { accountUuid } from '#contract/scalars.ts'
import { attachmentsOf, readMail, recordMailAttempt } from '#domain/notification/index.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import type { JobTask } from './task.ts'

const mailJob = z.object({ account: accountUuid, mailId: z.string() })

/** Timeout for connecting, greeting and each answer. */
const timeoutMs = 15_000

/** SMTP transport (`smtp://name:password@host:587`, `smtps://…`); null where none is configured. */
export const openTransport = (url: string | undefined): Transporter | null =>
  url
    ? createTransport(
        `${url}${url.includes('?') ? '&' : '?'}pool=true&connectionTimeout=${timeoutMs}&greetingTimeout=${timeoutMs}&socketTimeout=${timeoutMs * 2}`,
      )
    : null

/** An SMTP answer 5xx in nodemailer's error: a retry won't change it. */
const isFinal = (error: unknown) => Number((error as { responseCode?: number }).responseCode ?? 0) >= 500

/**
 * Sends a mail. A temporary refusal and an unavailable server are retried with growing pauses; a permanent refusal, or
 * too many tries, ends it. The mail's id is its Message-ID: a resend after a kill is recognizable as the same mail.
 */
export const sendMail =
  (transport: Transporter | null, from: string): JobTask =>
  async (payload, { db, now, logger }) => {
    const { account: id, mailId } = mailJob.parse(payload)
    const account = id
    const mail = await readMail(db, account, mailId)
    if (mail?.state !== 'queued') return
    if (!transport) return recordMailAttempt(db, account, mailId, { state: 'failed', failure: '未设置发信服务器', now: now() })
    const domain = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
    try {
      await transport.sendMail({
        from,
        ...pick(mail, 'to', 'subject', 'text'),
        messageId: `<${mailId}@${domain}>`,
        attachments: (await attachmentsOf(db, account, mailId)).map(({ fileName, mediaType, bytes }) => ({
          filename: fileName,
          contentType: mediaType,
          content: bytes,
        })),
      })
    } catch (error) {
      const failure = error instanceof Error ? error.message.slice(0, 300) : String(error)
      const isOver = isFinal(error) || mail.tryCount + 1 >= limits.mailTries
      await recordMailAttempt(db, account, mailId, { state: isOver ? 'failed' : 'queued', failure, now: now() })
      logger.warn({ mailId, failure, isOver }, 'mail not sent')
      // Throws, so that the queue retries later.
      if (!isOver) throw error
      return
    }
    await recordMailAttempt(db, account, mailId, { state: 'sent', failure: null, now: now() })
  }

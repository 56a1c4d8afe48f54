import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { portOrThrow } from '#values/or-throw.ts'
import type { Mailbox } from './mailbox.ts'

const maximumMailBytes = 32 * 1024 * 1024

export interface MailServer {
  port: number
  close: () => Promise<void>
}

/**
 * SMTP server that stores mail in the mailbox and forwards nothing. Like real servers it refuses unknown addresses:
 * those that begin with `nobody@` permanently (550), those that begin with `busy@` temporarily (451). Rejects when the
 * port is taken.
 */
export async function startMailServer(
  mailbox: Mailbox,
  { host, port, now }: { host: string; port: number; now: () => Date },
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: maximumMailBytes,
    logger: false,
    onRcptTo(address, _session, callback) {
      if (address.address.startsWith('nobody@')) callback(withCode('550 no such mailbox', 550))
      else if (address.address.startsWith('busy@')) callback(withCode('451 try again later', 451))
      else callback()
    },
    onData(stream, session, callback) {
      take(mailbox, stream, session, now()).then(() => callback(), callback)
    },
  })
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    port: portOrThrow(server.server),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

const withCode = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })

async function take(mailbox: Mailbox, stream: SMTPServerDataStream, session: SMTPServerSession, at: Date): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'arraybuffer' })
  mailbox.add({
    to: session.envelope.rcptTo.map(({ address }) => address),
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address}>` : (mail.from?.address ?? ''),
    subject: mail.subject ?? '（无主题）',
    text: mail.text ?? '',
    at: at.toISOString(),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '附件',
      mediaType: mimeType,
      bytes: new Uint8Array(content as ArrayBuffer),
    })),
  })
}

import { type CmppConnectOptions, connectCmpp } from '#protocol/cmpp/client.ts'
import type { CmppConnection } from '#protocol/cmpp/connection.ts'
import { type Deliver, type MessageAnswer, results, type Submit, submitPdu } from '#protocol/cmpp/pdu.ts'
import { type CmppReport, readReport } from '#protocol/cmpp/report.ts'
import { encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { textParts } from '#protocol/text/text-part.ts'

/** A program logged in by CMPP that answers what it gets, and records it. */
export interface CmppProgram {
  connection: CmppConnection
  delivered: Deliver[]
  reports: CmppReport[]
  ended: Promise<string>
  submit: (fields: Parameters<typeof submitPdu>[0]) => Promise<MessageAnswer>
}

export async function logInCmpp(
  { port, loginName, password, ...options }: Partial<CmppConnectOptions> & { port: number; loginName: string; password: string },
  resultOf: (request: Deliver) => number | null = () => results.ok,
): Promise<CmppProgram> {
  const delivered: Deliver[] = []
  const reports: CmppReport[] = []
  const ended = Promise.withResolvers<string>()
  const connection = await connectCmpp(
    { host: '127.0.0.1', now: new Date(), ...options, port, account: loginName, secret: password },
    {
      onRequest: (request, from) => {
        if (request.command !== 'deliver') return
        delivered.push(request)
        const report = request.isReport ? readReport(request.content) : null
        if (report) reports.push(report)
        const result = resultOf(request)
        if (result !== null) from.answer(request, result)
      },
      onClose: ended.resolve,
    },
  )
  return { connection, delivered, reports, ended: ended.promise, submit: fields => askCmpp(connection, submitPdu(fields)) }
}

/** Submits and waits for the answer. */
function askCmpp(connection: CmppConnection, request: Submit): Promise<MessageAnswer> {
  return new Promise((resolve, reject) => {
    const isSent = connection.send(request, (answer, failure) => {
      if (answer?.command === 'submit_resp') resolve(answer)
      else reject(new Error(`no answer: ${failure}`))
    })
    if (!isSent) reject(new Error('no slot is free'))
  })
}

/** The submits of a text in UCS-2, with user data headers where it has several parts. */
export const partsOf = (text: string, destinations: string[], reference = 7): Parameters<typeof submitPdu>[0][] =>
  textParts(text, () => reference).map(part => ({
    ...encodeCarrierText(part, 'ucs2'),
    partTotal: part.place?.total ?? 1,
    partNumber: part.place?.number ?? 1,
    destinations,
  }))

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { BindError } from '#protocol/smpp/client.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { tlvTags } from '#protocol/smpp/tlv.ts'
import { ask, bindProgram } from '#test/support/esme-server.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { EsmeLogin } from './esme.ts'

export type BindName = 'transmitter' | 'receiver' | 'transceiver'

interface Submission {
  destination: string
  dataCoding: number
  esmClass?: number
  text: Buffer
  isPayload?: boolean
}

interface Delivery {
  esmClass: number
  source: string
  destination: string
  dataCoding: number
  text: Buffer
}

/** A sequential program, as small ones are. */
export interface PlainEsme {
  bindStatus: number
  submit: (submission: Submission) => Promise<{ status: number; messageId: string }>
  read: () => Promise<Delivery>
  query: (messageId: string) => Promise<{ status: number; state: number }>
  enquire: () => Promise<number>
  stop: () => Promise<void>
}

export const isNetSmppInstalled = (): boolean => spawnSync('perl', ['-MNet::SMPP', '-e', '1'], { stdio: 'ignore' }).status === 0

/** A script on Perl's Net::SMPP (Debian's libnet-smpp-perl). */
export async function startNetSmpp({ port, systemId, password }: EsmeLogin, bind: BindName): Promise<PlainEsme> {
  const script = path.join(import.meta.dirname, 'net-smpp.pl')
  const child = spawn('perl', [script, String(port), systemId, password, bind], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  // A script whose bind was refused ends before it is told to.
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (word: string): Promise<string[]> => {
    const { value, done } = await lines.next()
    const [first, ...rest] = String(value ?? '').split(' ')
    if (done || first !== word) throw new Error(`the script said ${value ?? 'nothing'} where ${word} was due`)
    return rest
  }
  const say = (line: string, word: string) => {
    child.stdin.write(`${line}\n`)
    return next(word)
  }
  return {
    bindStatus: Number((await next('bound'))[0]),
    submit: async ({ destination, dataCoding, esmClass = 0, text, isPayload = false }) => {
      const line = `submit ${destination} ${dataCoding} ${esmClass} ${text.toString('hex')} ${isPayload ? 1 : ''}`
      const [status, messageId = ''] = await say(line, 'submitted')
      return { status: Number(status), messageId }
    },
    read: async () => {
      const [esmClass, source = '', destination = '', dataCoding, text = ''] = await say('read', 'delivered')
      return { esmClass: Number(esmClass), source, destination, dataCoding: Number(dataCoding), text: Buffer.from(text, 'hex') }
    },
    query: async messageId => {
      const [status, state] = await say(`query ${messageId}`, 'state')
      return { status: Number(status), state: Number(state) }
    },
    enquire: async () => Number((await say('enquire', 'alive'))[0]),
    stop: async () => {
      child.stdin.end('unbind\n')
      await ended
    },
  }
}

/** Likewise with our own client, where Net::SMPP isn't installed. */
export async function startOwnPlain(login: EsmeLogin, bind: BindName): Promise<PlainEsme> {
  try {
    const program = await bindProgram({ ...login, bind: `bind_${bind}` })
    let readCount = 0
    return {
      bindStatus: 0,
      submit: ({ destination, dataCoding, esmClass = 0, text, isPayload }) =>
        program.submit(
          submitSm({
            source: '10690000',
            destination,
            dataCoding,
            esmClass,
            registeredDelivery: 1,
            ...(isPayload ? { tlvs: [{ tag: tlvTags.messagePayload, value: text }] } : { shortMessage: text }),
          }),
        ),
      read: async () => {
        while (program.delivered.length <= readCount) await new Promise(resolve => setTimeout(resolve, 10))
        const { shortMessage, ...request } = itemOrThrow(program.delivered, readCount++)
        return { ...request, text: shortMessage }
      },
      query: async messageId => {
        const fields = { sourceTon: 0, sourceNpi: 0, source: '10690000' }
        const answer = await ask(program.connection, { command: 'query_sm', status: 0, sequence: 0, messageId, ...fields })
        return { status: answer.status, state: answer.command === 'query_sm_resp' ? answer.messageState : 0 }
      },
      enquire: async () => 0,
      stop: () => program.connection.unbind(),
    }
  } catch (error) {
    if (!(error instanceof BindError)) throw error
    const never = () => Promise.reject(error)
    return { bindStatus: error.status ?? -1, submit: never, read: never, query: never, enquire: never, stop: async () => undefined }
  }
}

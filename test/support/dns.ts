import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { itemOrThrow, portOrThrow } from '#values/or-throw.ts'

/** The records of a name; an absent name is unknown (NXDOMAIN), `silent` is never answered. */
export type Zone = Record<string, { cname?: string; a?: string[]; txt?: string[] } | 'silent'>

const types = { a: 1, cname: 5, txt: 16, aaaa: 28 } as const
const notFound = 3

/** A DNS server on loopback with the test's records: enough of RFC 1035 for one question and a few answers. */
export async function startDns(zone: Zone): Promise<{ address: string; zone: Zone; stop: () => void }> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const answer = answerTo(question, zone)
    if (answer) socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const port = portOrThrow(socket)
  return { address: `127.0.0.1:${port}`, zone, stop: () => socket.close() }
}

function answerTo(message: Buffer, zone: Zone): Buffer | null {
  const { name, end } = readName(message, 12)
  const type = message.readUInt16BE(end)
  const entry = zone[name]
  if (entry === 'silent') return null
  const records = entry ? recordsOf(entry, type) : []
  const header = Buffer.alloc(12)
  message.copy(header, 0, 0, 2)
  // A response, recursion desired and available.
  header.writeUInt16BE(0x8180 | (entry ? 0 : notFound), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, message.subarray(12, end + 4), ...records])
}

function recordsOf({ cname, a = [], txt = [] }: Exclude<Zone[string], 'silent'>, type: number): Buffer[] {
  if (cname) return type === types.cname || type === types.a || type === types.aaaa ? [record(types.cname, writeName(cname))] : []
  if (type === types.a) return a.map(address => record(type, Buffer.from(address.split('.').map(Number))))
  if (type === types.txt) return txt.map(text => record(type, Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])))
  return []
}

/** For the name in the question (a pointer to it), with a TTL of a minute. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = itemOrThrow(message, at); length > 0; length = itemOrThrow(message, at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const writeName = (name: string) =>
  Buffer.concat([...name.split('.').map(label => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])])

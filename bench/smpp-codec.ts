/**
 * Rate of our SMPP codec on one core: encode submit_sm, split, decode, in batches as they come from a socket. Run with
 * `node bench/smpp-codec.ts`.
 */
import { ucs2Parts } from '#protocol/smpp/body.ts'
import { decodePdu } from '#protocol/smpp/decode.ts'
import { encodePdu } from '#protocol/smpp/encode.ts'
import { smppFrames } from '#protocol/smpp/header.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { FrameSplitter } from '#protocol/wire/splitter.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const batch = 200
const rounds = 5000
const part = firstOrThrow(ucs2Parts('【鸿雁】您的验证码是 204817，5 分钟内有效，请勿告知他人。', 0))
const pdu = submitSm({ ...part, source: '1069012345678', destination: '13800000001', registeredDelivery: 1 })

for (let run = 1; run <= 3; run++) {
  const splitter = new FrameSplitter(smppFrames)
  let decoded = 0
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++) {
    const frames: Buffer[] = []
    for (let index = 0; index < batch; index++) {
      pdu.sequence = round * batch + index + 1
      frames.push(encodePdu(pdu))
    }
    splitter.push(Buffer.concat(frames), frame => {
      if (decodePdu(frame).command === 'submit_sm') decoded++
    })
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`run ${run}: ${Math.round(decoded / seconds).toLocaleString('en')} submit_sm encoded and decoded a second`)
}

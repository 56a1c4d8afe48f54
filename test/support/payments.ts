import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openGateways } from '#payment/settings.ts'
import { startPaymentSim } from '#payment-sim/start.ts'

export type Payments = Awaited<ReturnType<typeof startPayments>>

/** A payment simulator of its own, and its gateways as a merchant opens them. */
export async function startPayments() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-payment-'))
  const started = await startPaymentSim({ folder, port: 0 })
  const gateways = await openGateways(started.settingsFile, () => new Date())
  const close = async () => {
    await started.close()
    await rm(folder, { recursive: true })
  }
  return { ...started, gateways, close }
}

import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { portOrThrow } from '#values/or-throw.ts'
import { Book } from './book.ts'
import { readContract, writeMerchantSettings } from './contract.ts'
import { createPaymentServer } from './server.ts'
import { PaymentSim } from './sim.ts'

/** It pays on anybody's request. */
const host = '127.0.0.1'

/**
 * Starts the simulator on a port of this machine, with keys and trades in a folder and the merchant's settings beside
 * them.
 */
export async function startPaymentSim({ folder, port }: { folder: string; port: number }) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const contract = await readContract(folder)
  const sim = new PaymentSim(contract, new Book(path.join(folder, 'trades.json')))
  const server = createPaymentServer(sim).listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${portOrThrow(server)}`
  const settingsFile = path.join(folder, 'settings.json')
  await writeMerchantSettings(settingsFile, contract, url)
  const close = async () => {
    sim.stop()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { sim, url, settingsFile, close }
}

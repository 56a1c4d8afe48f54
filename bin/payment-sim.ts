/**
 * The simulated payment gateways for the default installation and for tests. Needs no database; keys and trades are in
 * DATA_DIR/payment.
 */
import path from 'node:path'
import { simulatorConfig } from '#bin/settings/config.ts'
import { startPaymentSim } from '#payment-sim/start.ts'

const { dataDir, paymentSimPort } = simulatorConfig()
const { url, settingsFile, close } = await startPaymentSim({ folder: path.join(dataDir, 'payment'), port: paymentSimPort })

let isClosing = false
const end = () => {
  if (isClosing) return
  isClosing = true
  void close().then(() => process.exit(0))
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('disconnect', end)

if (process.send) process.send({ ready: { payment: url, paymentFile: settingsFile } })
else console.log(`支付模拟器 ${url}，配置 ${settingsFile}`)

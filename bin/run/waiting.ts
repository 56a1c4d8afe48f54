const firstMs = 3_000
const everyMs = 10_000

/** Prints what a start is waiting for when it takes longer than a moment: `what` is a verb with its object. */
export async function logWaiting<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const startedAtMs = performance.now()
  let timer = setTimeout(function tell() {
    console.log(`正在${what}……（已等待${Math.round((performance.now() - startedAtMs) / 1000)}秒）`)
    timer = setTimeout(tell, everyMs)
  }, firstMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** Wakes an idle loop, or lets it sleep until a time limit. A wake between two waits is not lost. */
export class Signal {
  #isSet = false
  #wake: (() => void) | null = null

  notify(): void {
    this.#isSet = true
    this.#wake?.()
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.#isSet)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, timeoutMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#wake = null
    this.#isSet = false
  }
}

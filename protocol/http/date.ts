let dateSecond = 0
let dateText = ''
/** The moment as an HTTP date, formatted once a second. */
export function httpDate(now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = now.toUTCString()
  }
  return dateText
}

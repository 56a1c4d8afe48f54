/** The virtual handset: numbers on the left, the chosen one's messages on the phone, live by server-sent events. */
const element = id => document.getElementById(id)
const time = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const stateNames = { UNDELIV: '未送达', EXPIRED: '已过期', REJECTD: '被拒绝', DELETED: '已删除', UNKNOWN: '状态未知' }

/** Last message by number, newest first. */
let phones = new Map()
let chosen = ''
/** Messages of the chosen number by id. */
let messages = new Map()

async function call(path, body) {
  const options = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, options)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

function make(tag, className, text) {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

function showNumbers() {
  element('no-numbers').hidden = phones.size > 0
  const rows = [...phones].map(([phone, last]) => {
    const button = make('button')
    button.type = 'button'
    button.append(make('strong', '', phone), make('span', '', last.text))
    button.setAttribute('aria-current', String(phone === chosen))
    button.addEventListener('click', () => choose(phone))
    const row = make('li')
    row.append(button)
    return row
  })
  const focused = document.activeElement?.closest('#numbers') ? document.activeElement.querySelector('strong')?.textContent : null
  element('numbers').replaceChildren(...rows)
  if (focused) rows.find(row => row.querySelector('strong').textContent === focused)?.firstChild.focus()
}

/** A one-time code: four to eight digits on their own in a text that speaks of a code. */
function codeIn(text) {
  return /验证码|校验码|动态码|确认码/.test(text) ? (text.match(/(?<!\d)\d{4,8}(?!\d)/)?.[0] ?? null) : null
}

function copyButton(code) {
  const button = make('button', 'copy', `复制验证码 ${code}`)
  button.type = 'button'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code)
      button.textContent = '已复制'
    } catch {
      button.textContent = `无法复制，请手动输入 ${code}`
    }
  })
  return button
}

function bubble(message) {
  const isLost = message.state !== null && message.state !== 'DELIVRD'
  const box = make('div', `bubble${message.direction === 'replied' ? ' is-replied' : ''}${isLost ? ' is-lost' : ''}`)
  box.append(make('span', '', message.text))
  if (isLost) box.append(make('span', 'lost', `${stateNames[message.state] ?? message.state} ${message.errorCode}`))
  const code = message.direction === 'received' ? codeIn(message.text) : null
  if (code) box.append(copyButton(code))
  return box
}

function showMessages() {
  element('owner').textContent = chosen || '未选择号码'
  const list = element('bubbles')
  const parts = []
  let about = ''
  for (const message of messages.values()) {
    const line = `${message.sender} · ${time.format(new Date(message.at))}`
    if (line !== about) parts.push(make('p', 'about', line))
    about = line
    parts.push(bubble(message))
  }
  if (parts.length === 0) parts.push(make('p', 'empty', chosen ? '这个号码还没有收到短信。' : '输入号码，或从列表中选择。'))
  list.replaceChildren(...parts)
  list.scrollTop = list.scrollHeight
  showSenders()
}

function showSenders() {
  const senders = [...new Set([...messages.values()].map(message => message.sender).reverse())]
  const select = element('to')
  element('reply').hidden = senders.length === 0
  if ([...select.options].map(option => option.value).join() === senders.join()) return
  const former = select.value
  select.replaceChildren(...senders.map(sender => new Option(sender, sender)))
  if (senders.includes(former)) select.value = former
}

async function choose(phone) {
  chosen = phone
  history.replaceState(null, '', `/?phone=${phone}`)
  showNumbers()
  element('number-error').textContent = ''
  element('reply-state').textContent = ''
  try {
    const answer = await call(`/api/messages?phone=${phone}`)
    if (chosen !== phone) return
    messages = new Map(answer.messages.map(message => [message.id, message]))
    showMessages()
  } catch (error) {
    element('number-error').textContent = error.message
  }
}

async function reply(text) {
  const state = element('reply-state')
  try {
    const { to } = await call('/api/reply', { phone: chosen, text, to: element('to').value })
    element('text').value = ''
    state.className = 'state'
    state.textContent = `已回复 ${to}`
  } catch (error) {
    state.className = 'state is-bad'
    state.textContent = error.message
  }
}

function take(batch) {
  for (const message of batch) {
    const last = phones.get(message.phone)
    if (!last || last.id === message.id || last.at <= message.at) {
      phones.delete(message.phone)
      phones = new Map([[message.phone, message], ...phones])
    }
    if (message.phone === chosen) messages.set(message.id, message)
  }
  if (phones.size > 200) phones = new Map([...phones].slice(0, 200))
  showNumbers()
  if (batch.some(message => message.phone === chosen)) showMessages()
}

/** Everything anew, also after the stream was broken. */
async function load() {
  const answer = await call('/api/phones')
  phones = new Map(answer.phones.map(({ phone, last }) => [phone, last]))
  showNumbers()
  if (chosen) await choose(chosen)
  else showMessages()
}

/** Digits, with the plus of a number abroad. */
function plain(text) {
  return text.trim().replace(/(?!^\+)\D/g, '')
}

element('open').addEventListener('submit', event => {
  event.preventDefault()
  const number = plain(element('number').value)
  if (number.length < 5) element('number-error').textContent = '请输入 5 至 21 位数字的号码'
  else void choose(number)
})
element('reply').addEventListener('submit', event => {
  event.preventDefault()
  void reply(element('text').value)
})
for (const button of document.querySelectorAll('.quick')) button.addEventListener('click', () => reply(button.dataset.text))

chosen = plain(new URLSearchParams(location.search).get('phone') ?? '').slice(0, 22)
element('number').value = chosen
if (!chosen && matchMedia('(pointer: fine)').matches) element('number').focus()

const stream = new EventSource('/api/stream')
stream.addEventListener('open', () => {
  element('link').textContent = ''
  load().catch(error => {
    element('link').textContent = error.message
  })
})
stream.addEventListener('error', () => {
  element('link').textContent = '连接中断，正在重连……'
})
stream.addEventListener('message', event => take(JSON.parse(event.data)))

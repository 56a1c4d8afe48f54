/** The virtual mailbox: mails on the left, the chosen one on the right, asked for anew every two seconds while the page is seen. */
const element = id => document.getElementById(id)
const time = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'medium', timeStyle: 'medium' })
const address = () => element('address').value.trim()

let mails = []
let chosen = new URLSearchParams(location.search).get('id') ?? ''
let shown = ''

function make(tag, text) {
  const made = document.createElement(tag)
  if (text !== undefined) made.textContent = text
  return made
}

function showList() {
  element('no-mails').hidden = mails.length > 0
  const rows = mails.map(mail => {
    const button = make('button')
    button.type = 'button'
    button.dataset.id = mail.id
    button.setAttribute('aria-current', String(mail.id === chosen))
    button.append(make('strong', mail.subject), make('span', `${mail.to.join('，')} · ${time.format(new Date(mail.at))}`))
    button.addEventListener('click', () => choose(mail.id))
    const row = make('li')
    row.append(button)
    return row
  })
  const focused = document.activeElement?.dataset?.id
  element('mails').replaceChildren(...rows)
  if (focused) rows.find(row => row.firstChild.dataset.id === focused)?.firstChild.focus()
}

/** Text with its web addresses as links. */
function linked(text) {
  return text.split(/(https?:\/\/[^\s，。；）)]+)/).map((part, index) => {
    if (index % 2 === 0) return part
    const link = make('a', part)
    link.href = part
    return link
  })
}

function showMail() {
  const mail = mails.find(one => one.id === chosen)
  if (!mail || shown === mail.id) return
  shown = mail.id
  element('subject').textContent = mail.subject
  const facts = [
    ['发件人', mail.from],
    ['收件人', mail.to.join('，')],
    ['时间', time.format(new Date(mail.at))],
  ]
  element('facts').replaceChildren(...facts.flatMap(([name, value]) => [make('dt', name), make('dd', value)]))
  element('text').replaceChildren(...linked(mail.text))
  element('attachments').replaceChildren(
    ...mail.attachments.map((attachment, index) => {
      const link = make('a', `${attachment.name}（${Math.max(1, Math.round(attachment.byteCount / 1024))} KB）`)
      link.href = `/api/mail-file?id=${mail.id}&index=${index}`
      const row = make('li')
      row.append(link)
      return row
    }),
  )
}

function choose(id) {
  chosen = id
  showList()
  showMail()
}

async function load() {
  try {
    const response = await fetch(`/api/mails?to=${encodeURIComponent(address())}`)
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error.message)
    element('link').textContent = ''
    const isNew = answer.mails.map(mail => mail.id).join() !== mails.map(mail => mail.id).join()
    mails = answer.mails
    if (!mails.some(mail => mail.id === chosen)) chosen = mails[0]?.id ?? ''
    if (isNew) showList()
    showMail()
  } catch {
    element('link').textContent = '连接中断，正在重连……'
  }
}

element('filter').addEventListener('submit', event => {
  event.preventDefault()
  chosen = ''
  history.replaceState(null, '', address() ? `/mail?to=${encodeURIComponent(address())}` : '/mail')
  void load()
})
element('address').value = new URLSearchParams(location.search).get('to') ?? ''
void load()
setInterval(() => {
  if (document.visibilityState === 'visible') void load()
}, 2000)

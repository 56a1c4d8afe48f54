/** Secrets that strangers may know: production starts with none of them. */

/** Words of examples and of what people type until they have something better. */
const placeholders = /change.?me|example|placeholder|secret|password|default|hongyan|qwerty|12345678|示例|密钥|密码/i
/** Random text of 32 characters has some twenty different ones. */
const fewestCharacters = 10
const usualPasswords = ['', 'postgres', 'password', 'hongyan', 'hongyan_owner', 'hongyan_app', 'hongyan_platform', 'admin', 'root']

/** Whether a master secret is a placeholder, or made of a few characters. */
export const isGuessableSecret = (secret: string): boolean => placeholders.test(secret) || new Set(secret).size < fewestCharacters

/** Whether the password of a database URL is its user's name or a usual one; false where it has none. */
export function hasGuessablePassword(databaseUrl: string): boolean {
  const [, user = '', password] = /^\w+:\/\/([^:@/?#]*):([^@/?#]*)@/.exec(databaseUrl) ?? []
  if (password === undefined) return false
  return password === user || /^\d{0,8}$/.test(password) || usualPasswords.includes(password.toLowerCase())
}

/** Settings of the platform and of an account. */
export { accountSettings, marketingHoursOf, readSettings, type Settings, stricterOf } from './settings.ts'

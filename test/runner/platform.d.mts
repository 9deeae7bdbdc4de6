export declare const PLATFORM: Readonly<Record<'posix' | 'linux' | 'ipv6' | 'mount', string>>

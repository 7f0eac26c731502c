// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** Operations by path template and method, as openapi-fetch takes them. */
export interface paths {
    "/personas/{persona_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List persona emails
         * @description Lists the emails that a persona has received.
         */
        get: operations["persona_emails_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}/cookies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get session cookies
         * @description Gets the cookies of a session.
         */
        get: operations["sessions_cookies_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}/network/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get session network logs
         * @description Lists the batch files that hold a session's network logs.
         */
        get: operations["sessions_network_logs_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get session replay
         * @description Gets the recording of a session.
         */
        get: operations["sessions_replay_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check health
         * @description Accepts an authenticated request and returns the rate-limit headers: a cheap way to learn the
         * limit.
         */
        get: operations["health_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
/** Requests that the service sends, by name and method: webhooks, and callbacks as `operation.callback`. */
export type webhooks = Record<string, never>;
/** The document's reusable schemas, parameters, headers and responses, by kind and name. */
export interface components {
    schemas: {
        /** @description An email that a persona has received. */
        EmailResponse: Email;
        /** @description The cookies of a session. */
        SessionCookies: SessionCookies;
        /** @description A cookie of a session. */
        Cookie: Cookie;
        /** @description Listing of the batch files that hold a session's network logs. */
        NetworkLogs: NetworkLogs;
        /** @description One batch file of network logs. */
        NetworkLogBatch: NetworkLogBatch;
        /** @description The recording of a session. */
        Replay: Replay;
        /** @description Why a request was refused. */
        HTTPValidationError: HTTPValidationError;
        /** @description One parameter that fails validation. */
        ValidationError: ValidationIssue;
        /** @description Body of an answer with status 429. */
        RateLimitExceeded: RateLimitExceeded;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
/** Operations by operation id: parameters, body and responses by status. */
export interface operations {
    persona_emails_list: {
        parameters: {
            query?: {
                /** @description Maximum number of emails returned. */
                limit?: number;
                /**
                 * @description Maximum time since email reception; only emails received within that span are returned.
                 * The textual syntax that the service accepts for a duration is not shown; format duration is ISO 8601.
                 */
                timedelta?: string | null;
                /** @description When true, only unread messages are returned. */
                only_unread?: boolean;
            };
            header?: {
                /** @description Where the request comes from. `svc` stands for the service's own name. */
                "x-svc-request-origin"?: string | null;
                /** @description Version of the client. `svc` stands for the service's own name. */
                "x-svc-sdk-version"?: string | null;
            };
            path: {
                /** @description Persona whose emails are listed. */
                persona_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The emails. */
            200: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Email[];
                };
            };
            /**
             * @description A path, query or header parameter fails validation, for example a limit outside its bounds.
             */
            422: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HTTPValidationError;
                };
            };
            /**
             * @description The rate limit is exceeded. Higher limits are available by arrangement with the operator.
             */
            429: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RateLimitExceeded;
                };
            };
        };
    };
    sessions_cookies_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session to read. */
                session_id: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cookies. */
            200: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": SessionCookies;
                };
            };
            /**
             * @description A path, query or header parameter fails validation, for example a limit outside its bounds.
             */
            422: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HTTPValidationError;
                };
            };
            /**
             * @description The rate limit is exceeded. Higher limits are available by arrangement with the operator.
             */
            429: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RateLimitExceeded;
                };
            };
        };
    };
    sessions_network_logs_get: {
        parameters: {
            query?: {
                /** @description Maximum number of batch files to return. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Session to read. */
                session_id: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description A path, query or header parameter fails validation, for example a limit outside its bounds.
             */
            422: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HTTPValidationError;
                };
            };
            /**
             * @description The rate limit is exceeded. Higher limits are available by arrangement with the operator.
             */
            429: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RateLimitExceeded;
                };
            };
            /** @description The listing. */
            "2XX": {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NetworkLogs;
                };
            };
        };
    };
    sessions_replay_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Session to read. */
                session_id: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description A path, query or header parameter fails validation, for example a limit outside its bounds.
             */
            422: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": HTTPValidationError;
                };
            };
            /**
             * @description The rate limit is exceeded. Higher limits are available by arrangement with the operator.
             */
            429: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RateLimitExceeded;
                };
            };
            /** @description The replay. */
            "2XX": {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Replay;
                };
            };
        };
    };
    health_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The rate limit is exceeded. Higher limits are available by arrangement with the operator.
             */
            429: {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": RateLimitExceeded;
                };
            };
            /** @description The service is up. */
            "2XX": {
                headers: {
                    /** @description Maximum requests allowed per window. */
                    "X-RateLimit-Limit": number;
                    /** @description Requests remaining in the current window. */
                    "X-RateLimit-Remaining": number;
                    /** @description Unix timestamp at which the window resets. */
                    "X-RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
}
/** An email that a persona has received. */
export type Email = {
    /** @description Subject of the email */
    subject: string;
    /** @description Email UUID */
    email_id: string;
    /**
     * Format: date-time
     * @description Creation date
     */
    created_at: string;
    /** @description Email address of the sender */
    sender_email: string | null;
    /** @description Name of the sender, if available */
    sender_name: string | null;
    /** @description Raw textual body; can differ from the HTML content */
    text_content?: string | null;
    /** @description HTML body; can differ from the raw content */
    html_content?: string | null;
};
/** The cookies of a session. */
export type SessionCookies = {
    cookies: Cookie[];
};
/** A cookie of a session. */
export type Cookie = {
    name?: string | null;
    value?: string | null;
    domain?: string | null;
    path?: string | null;
    httpOnly?: boolean | null;
    /** @description The unit is not shown. */
    expirationDate?: number | null;
    hostOnly?: boolean | null;
    secure?: boolean | null;
    session?: boolean | null;
    storeId?: string | null;
    /** @description The unit is not shown. */
    expires?: number | null;
    partitionKey?: string | null;
};
/** Listing of the batch files that hold a session's network logs. */
export type NetworkLogs = {
    /** @description Session the logs belong to */
    session_id?: string | null;
    /** @description Batch files of logs */
    batches?: NetworkLogBatch[] | null;
    /** @description Total number of batches */
    total_batch_count?: number | null;
    /**
     * @description Value is `batched_v1`
     */
    format?: "batched_v1" | null;
};
/** One batch file of network logs. */
export type NetworkLogBatch = {
    key?: string | null;
    /** @description The unit is not shown. */
    size?: number | null;
    download_url?: string | null;
    download_url_expires_in_seconds?: number | null;
};
/** The recording of a session. */
export type Replay = {
    /** @description The format is not stated beyond string. */
    expires_at?: string | null;
    /** @description The format is not stated beyond string. */
    playlist_content?: string | null;
    mp4_url?: string | null;
    /** @description Milliseconds */
    video_start_ms?: number | null;
    /** @description Milliseconds */
    video_duration_ms?: number | null;
};
/** Why a request was refused. */
export type HTTPValidationError = {
    detail?: ValidationIssue[] | null;
};
/** One parameter that fails validation. */
export type ValidationIssue = {
    /** @description Where the value is, outermost first. */
    loc: (string | number)[];
    msg: string;
    type: string;
    input?: unknown;
    ctx?: Record<string, unknown>;
};
/** Body of an answer with status 429. */
export type RateLimitExceeded = {
    message?: string | null;
    detail?: string | null;
};

/** Body of an error of `personas.emails.list`, for a guard: `is<PersonasEmailsListError>(error)`. */
export type PersonasEmailsListError =
  | operations["persona_emails_list"]["responses"][422]["content"]["application/json"]
  | operations["persona_emails_list"]["responses"][429]["content"]["application/json"];

/** Body of an error of `sessions.cookies.get`, for a guard: `is<SessionsCookiesGetError>(error)`. */
export type SessionsCookiesGetError =
  | operations["sessions_cookies_get"]["responses"][422]["content"]["application/json"]
  | operations["sessions_cookies_get"]["responses"][429]["content"]["application/json"];

/** Body of an error of `sessions.network.logs.get`, for a guard: `is<SessionsNetworkLogsGetError>(error)`. */
export type SessionsNetworkLogsGetError =
  | operations["sessions_network_logs_get"]["responses"][422]["content"]["application/json"]
  | operations["sessions_network_logs_get"]["responses"][429]["content"]["application/json"];

/** Body of an error of `sessions.replay.get`, for a guard: `is<SessionsReplayGetError>(error)`. */
export type SessionsReplayGetError =
  | operations["sessions_replay_get"]["responses"][422]["content"]["application/json"]
  | operations["sessions_replay_get"]["responses"][429]["content"]["application/json"];

/** Body of an error of `health.get`, for a guard: `is<HealthGetError>(error)`. */
export type HealthGetError = operations["health_get"]["responses"][429]["content"]["application/json"];

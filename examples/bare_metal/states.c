// Two messages in turn, each saved behind its blocks and gone on with. A line is a name, an outcome,
// a number and bytes.
#include "hmac_sha256_resume_apb4_driver.h"
#include "system.h"

#define BLOCK HMAC_SHA256_RESUME_APB4_BLOCK_BYTES
#define LONGEST 400u

static uint8_t message[LONGEST];
static hmac_sha256_resume_apb4_device device;

void on_interrupt(void)
{
}

int main(void)
{
    hmac_sha256_resume_apb4_state states[2];
    hmac_sha256_resume_apb4_blocks blocks;
    hmac_sha256_resume_apb4_open open;
    hmac_sha256_resume_apb4_flight flight;
    hmac_sha256_resume_apb4_outcome outcome = hmac_sha256_resume_apb4_init(&device, CORE);
    hmac_sha256_resume_apb4_answer digest = { { 0u } };
    uint32_t i;

    for (i = 0u; i < LONGEST; i++) {
        message[i] = (uint8_t)((7u * i + 3u) & 0xffu);
    }
    line("init", outcome, 0u, digest.bytes, 0u);
    for (i = 0u; i < 4u; i++) {
        const uint8_t *bytes = message + (i & 1u) + i / 2u * BLOCK;

        outcome = i < 2u ? hmac_sha256_resume_apb4_start_blocks(&device, &blocks)
                         : hmac_sha256_resume_apb4_restore_blocks(&device, &states[i & 1u], &blocks);
        if (outcome == HMAC_SHA256_RESUME_APB4_OK) {
            (void)hmac_sha256_resume_apb4_update_blocks(&blocks, bytes, 1u);
            outcome = hmac_sha256_resume_apb4_save(&blocks, &states[i & 1u]);
        }
        line("save", outcome, i, states[i & 1u].bytes, sizeof states[0].bytes);
    }
    for (i = 0u; i < 2u; i++) {
        outcome = hmac_sha256_resume_apb4_restore(&device, &states[i], &open);
        if (outcome == HMAC_SHA256_RESUME_APB4_OK) {
            (void)hmac_sha256_resume_apb4_update(&open, message + i + 2u * BLOCK, 100u);
            (void)hmac_sha256_resume_apb4_finish(&open, &flight);
            outcome = hmac_sha256_resume_apb4_wait(&flight, &digest);
        }
        line("hash", outcome, i, digest.bytes, sizeof digest);
    }
    put('\4');
    return 0;
}

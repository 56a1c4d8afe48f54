import { bodyOf, quoted, type Sample, secretOf } from './facts.ts'

/** JSON inside a Java text block: backslashes are escapes there, and three quotes would end it. */
const textBlock = (json: string): string => json.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')

export const javaSample: Sample = {
  key: 'java',
  label: 'Java',
  file: 'Send.java',
  run: ['java Send.java    # Java 17及以上，不用安装依赖'],
  codeOf: facts => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

public class Send {
    static final String ACCESS_KEY_ID = ${quoted(facts.accessKeyId)};
    static final String ACCESS_KEY_SECRET = ${quoted(secretOf(facts))};

    public static void main(String[] args) throws Exception {
        String body = """
            ${textBlock(bodyOf(facts, '            '))}
            """;
        HttpRequest request = HttpRequest.newBuilder(URI.create(${quoted(`${facts.openUrl}/openapi/v1/messages`)}))
            .timeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + ACCESS_KEY_ID + ":" + ACCESS_KEY_SECRET)
            .header("Content-Type", "application/json")
            // 同一个值只发一次，重试时不要换
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("没有受理：" + response.body());
        }
        System.out.println(response.body());
    }
}
`,
}

/** A raw string in Go ends at a backquote; JSON can escape one. */
const rawString = (json: string): string => `\`${json.replaceAll('`', '\\u0060')}\``

export const goSample: Sample = {
  key: 'go',
  label: 'Go',
  file: 'send.go',
  run: ['go run send.go    # 只用标准库'],
  codeOf: facts => `package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"time"
)

const (
	accessKeyID     = ${quoted(facts.accessKeyId)}
	accessKeySecret = ${quoted(secretOf(facts))}
	url             = ${quoted(`${facts.openUrl}/openapi/v1/messages`)}
)

func main() {
	body := ${rawString(bodyOf(facts))}
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	// 同一个值只发一次，重试时不要换
	once := make([]byte, 16)
	if _, err := rand.Read(once); err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+accessKeyID+":"+accessKeySecret)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", hex.EncodeToString(once))
	client := &http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		log.Fatalf("没有受理：%s", answer)
	}
	fmt.Println(string(answer))
}
`,
}
